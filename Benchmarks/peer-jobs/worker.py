"""One process of a peer: reads, blurs, colours and writes its share of a job.

    python worker.py LIBRARY JOB SHARE SHARES FILE...

SHARE of SHARES processes does every SHARES-th file. One thread each: two
processes on two cores are faster than one with two threads for every peer here,
because no codec among them uses more than one.
"""

import os
import sys

import looks

library, job, share, shares, output = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:5]), sys.argv[5]
files = sys.argv[6:]


def opencv(job):
    import cv2
    import numpy

    cv2.setNumThreads(1)
    colour = numpy.array(looks.COLOUR_MATRIX, numpy.float32)[::-1, [2, 1, 0, 3]].copy()

    def blurred(image, sigma):
        # Extent 0: the library's own choice, 3 sigma a side.
        return image if sigma == 0 else cv2.GaussianBlur(image, (0, 0), sigma)

    if job == "png":
        parameters = [cv2.IMWRITE_PNG_COMPRESSION, 1]
        # Its `transform` rounds and saturates; the constant column is in levels.
        colour[:, 3] *= 255
        for name in files[share::shares]:
            image = cv2.transform(blurred(cv2.imread(name), looks.SIGMA), colour)
            cv2.imwrite(os.path.join(output, os.path.basename(name)), image, parameters)
    elif job == "jpeg":
        parameters = [cv2.IMWRITE_JPEG_QUALITY, looks.JPEG_QUALITY]
        for name in files[share::shares]:
            image = blurred(cv2.imread(name), looks.SIGMA)
            cv2.imwrite(os.path.join(output, os.path.basename(name)), image, parameters)
    else:
        image = cv2.imread(files[0])
        parameters = [cv2.IMWRITE_PNG_COMPRESSION, 1]
        for frame, sigma in list(enumerate(looks.spring_sigmas()))[share::shares]:
            cv2.imwrite(
                os.path.join(output, f"frame_{frame:05d}.png"), blurred(image, sigma), parameters)


def libvips(job):
    import pyvips

    matrix = [row[:3] for row in looks.COLOUR_MATRIX]
    constant = [row[3] * 255 for row in looks.COLOUR_MATRIX]
    small = {"compression": 1, "filter": "up"}

    if job == "png":
        for name in files[share::shares]:
            image = pyvips.Image.new_from_file(name, access="sequential").gaussblur(looks.SIGMA)
            image = image.recomb(matrix).linear([1, 1, 1], constant, uchar=True)
            image.pngsave(os.path.join(output, os.path.basename(name)), **small)
    elif job == "jpeg":
        for name in files[share::shares]:
            image = pyvips.Image.new_from_file(name, access="sequential").gaussblur(looks.SIGMA)
            image.jpegsave(os.path.join(output, os.path.basename(name)), Q=looks.JPEG_QUALITY)
    else:
        image = pyvips.Image.new_from_file(files[0]).copy_memory()
        for frame, sigma in list(enumerate(looks.spring_sigmas()))[share::shares]:
            shown = image if sigma < 0.2 else image.gaussblur(sigma)
            shown.pngsave(os.path.join(output, f"frame_{frame:05d}.png"), **small)


{"opencv": opencv, "libvips": libvips}[library](job)
