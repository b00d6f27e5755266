#include "CParityTexts.h"

static const char manifest[] = {
#embed "manifest.txt"
};
static const char page[] = {
#embed "page.html"
};
static const char program[] = {
#embed "program.c.txt"
};

cparity_text cparity_text_get(cparity_name name) {
#define TEXT(array) (cparity_text){array, sizeof array}
  switch (name) {
  case CPARITY_MANIFEST: return TEXT(manifest);
  case CPARITY_PAGE: return TEXT(page);
  case CPARITY_PROGRAM: return TEXT(program);
  }
  return (cparity_text){"", 0};
}
