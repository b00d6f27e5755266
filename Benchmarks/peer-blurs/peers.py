"""The blurs of other libraries, all in the same form: `blur(sigma)` works on the
picture that the object was made for and returns something that `pixels` turns
into an array. Only `blur` is timed.

A peer is given what it needs to be at its best: its picture converted
beforehand, its own scratch memory, and where its interface has one, the same
target for every call."""

import math

import cv2
import numpy
import PIL
import PIL.Image
import PIL.ImageFilter
import pyvips
import skia

THREADS = 2


class OpenCV:
    name = f"OpenCV {cv2.__version__} GaussianBlur"

    def __init__(self, picture):
        cv2.setNumThreads(THREADS)
        self.source = picture
        self.target = numpy.empty_like(picture)

    def blur(self, sigma):
        cv2.GaussianBlur(
            self.source, (0, 0), sigma, dst=self.target, borderType=cv2.BORDER_REPLICATE
        )
        return self.target

    def pixels(self, result):
        return result


class OpenCVStack:
    """stackBlur has a radius instead of a sigma: the one of the same variance."""

    name = f"OpenCV {cv2.__version__} stackBlur"

    def __init__(self, picture):
        cv2.setNumThreads(THREADS)
        self.source = picture
        self.target = numpy.empty_like(picture)

    def pixels(self, result):
        return result

    def blur(self, sigma):
        # A triangle of half-width r + 1 has the variance r (r + 2) / 6.
        radius = max(1, round(math.sqrt(6 * sigma * sigma + 1) - 1))
        cv2.stackBlur(self.source, (2 * radius + 1, 2 * radius + 1), dst=self.target)
        return self.target


class Vips:
    """libvips as shipped: a Gaussian cut where it falls to a fifth of its peak."""

    name = f"libvips {pyvips.version(0)}.{pyvips.version(1)}.{pyvips.version(2)} gaussblur"
    options = {}

    def __init__(self, picture):
        pyvips.cache_set_max(0)
        self.shape = picture.shape
        self.source = pyvips.Image.new_from_memory(
            picture, picture.shape[1], picture.shape[0], picture.shape[2], "uchar"
        )

    def blur(self, sigma):
        return self.source.gaussblur(sigma, **self.options).write_to_memory()

    def pixels(self, result):
        return numpy.frombuffer(result, numpy.uint8).reshape(self.shape)


class VipsExact(Vips):
    """With tails as long as OpenCV's and ours: minutes at the largest sigmas."""

    name = Vips.name + ", min_ampl 0.002"
    options = {"min_ampl": 0.002}


class Pillow:
    """Three box blurs, in one thread."""

    name = f"Pillow {PIL.__version__} GaussianBlur"

    def __init__(self, picture):
        self.source = PIL.Image.fromarray(picture)

    def blur(self, sigma):
        return self.source.filter(PIL.ImageFilter.GaussianBlur(sigma))

    def pixels(self, result):
        return numpy.asarray(result)


class Skia:
    """The image filter on a raster surface, in one thread. A filter of its own
    for each call, because Skia remembers what a filter made of an image."""

    name = f"Skia {skia.__version__} ImageFilters.Blur"

    def __init__(self, picture):
        height, width = picture.shape[:2]
        info = skia.ImageInfo.Make(
            width, height, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType
        )
        self.bounds = skia.IRect.MakeWH(width, height)
        self.source = skia.Image.fromarray(
            picture, colorType=skia.kRGBA_8888_ColorType, copy=True
        )
        self.target = numpy.zeros_like(picture)
        self.surface = skia.Surface.MakeRasterDirect(info, self.target)

    def blur(self, sigma):
        paint = skia.Paint(
            ImageFilter=skia.ImageFilters.Blur(
                sigma, sigma, skia.TileMode.kClamp, cropRect=self.bounds
            ),
            BlendMode=skia.BlendMode.kSrc,
        )
        self.surface.getCanvas().drawImage(
            self.source, 0, 0, skia.SamplingOptions(), paint
        )
        return self.target

    def pixels(self, result):
        return result


ALL = {
    "opencv": OpenCV,
    "opencv-stack": OpenCVStack,
    "vips": Vips,
    "vips-exact": VipsExact,
    "pillow": Pillow,
    "skia": Skia,
}
USUAL = [name for name in ALL if name != "vips-exact"]
