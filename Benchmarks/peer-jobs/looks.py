"""What all contenders are asked to do, so that they do the same."""

import math

SIGMA = 6
BRIGHTNESS = 0.1
SATURATION = 1.4
JPEG_QUALITY = 90
FRAMES = 120
FRAME_RATE = 60
LAST_SIGMA = 20
DURATION = 1.2


def _colour_matrix():
    """Brightness is added, then saturation mixes with the Rec.709 luma (SwiftUI's order)."""
    luma = (0.2126, 0.7152, 0.0722)
    return [
        [SATURATION * (row == column) + (1 - SATURATION) * luma[column] for column in range(3)]
        + [BRIGHTNESS]
        for row in range(3)
    ]


COLOUR_MATRIX = _colour_matrix()


def spring_sigmas():
    """The radius at each frame of a spring of DURATION seconds and bounce 0.1, from 0."""
    omega = 2 * math.pi / DURATION
    damping = 0.9
    fast = omega * math.sqrt(1 - damping**2)
    sigmas = []
    for frame in range(FRAMES):
        time = frame / FRAME_RATE
        decay = math.exp(-damping * omega * time)
        share = 1 - decay * (math.cos(fast * time) + damping * omega / fast * math.sin(fast * time))
        sigmas.append(max(0.0, LAST_SIGMA * share))
    return sigmas
