"""What a blur is measured by: the sampled Gaussian out to 6.5 sigma, clamped
edges, float64, by SciPy. Red, green and blue: alpha is 1 everywhere."""

import hashlib

import numpy
import scipy.ndimage


def truth(picture, sigma, folder):
    """The unrounded blur of an 8-bit picture, in levels; kept in `folder`."""
    digest = hashlib.sha256(picture.tobytes()).hexdigest()[:16]
    file = folder / f"truth-{digest}-{sigma}.npy"
    if not file.exists():
        channels = [
            scipy.ndimage.gaussian_filter(
                picture[..., channel].astype(float), sigma, mode="nearest", truncate=6.5
            ).astype(numpy.float32)
            for channel in range(3)
        ]
        numpy.save(file, numpy.stack(channels, axis=-1))
    return numpy.load(file, mmap_mode="r")


def error(pixels, exact, margin):
    """Levels: largest and mean difference to the rounded truth; the largest to
    the unrounded one; the largest further inside than `margin` pixels."""
    largest = unrounded = total = inside = 0
    height, width = pixels.shape[:2]
    rows = 120
    for y in range(0, height, rows):
        part, true = pixels[y : y + rows, :, :3], exact[y : y + rows]
        difference = numpy.abs(part - numpy.floor(true + 0.5))
        largest = max(largest, difference.max())
        total += difference.sum(dtype=float)
        unrounded = max(unrounded, numpy.abs(part - true).max())
        core = difference[
            max(0, margin - y) : max(0, height - margin - y), margin : width - margin
        ]
        if core.size:
            inside = max(inside, core.max())
    return {
        "max_error": int(largest),
        "mean_error": round(float(total) / (height * width * 3), 4),
        "max_unrounded_error": round(float(unrounded), 3),
        "max_error_inside": int(inside),
        "opaque": bool((pixels[..., 3] == 255).all()),
    }
