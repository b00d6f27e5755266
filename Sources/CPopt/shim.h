#pragma once

#include <popt.h>

/* popt.h gives the name poptOption to a struct and to a pointer to it, which
   Swift can't tell apart. */
typedef struct poptOption popt_option;
