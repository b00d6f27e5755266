#include "errors.h"

#include <string.h>

static void leave(j_common_ptr info) {
  jpeg_errors *errors = (jpeg_errors *)info->err;
  errors->code = info->err->msg_code;
  info->err->format_message(info, errors->message);
  longjmp(errors->back, 1);
}

static void note(j_common_ptr info, int level) {
  if (level >= 0) return;
  jpeg_errors *errors = (jpeg_errors *)info->err;
  switch (info->err->msg_code) {
    /* Bytes between segments, an unknown Adobe or JFIF version: not the picture. */
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_ADOBE_XFORM:
    case JWRN_JFIF_MAJOR:
      info->err->num_warnings++;
      if (errors->warning[0] == 0) info->err->format_message(info, errors->warning);
      return;
    default:
      leave(info);
  }
}

static void say_nothing(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *jpeg_errors_prepare(jpeg_errors *errors) {
  jpeg_std_error(&errors->manager);
  errors->manager.error_exit = leave;
  errors->manager.emit_message = note;
  errors->manager.output_message = say_nothing;
  return &errors->manager;
}
