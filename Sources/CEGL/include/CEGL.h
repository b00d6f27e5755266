#pragma once

#include "cegl_gl.h"
