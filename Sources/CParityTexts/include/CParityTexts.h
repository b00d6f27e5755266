#pragma once

/// A text that is part of the program; not NUL-terminated.
typedef struct cparity_text {
  const char *bytes;
  int length;
} cparity_text;

typedef enum cparity_name {
  /// The built-in rows, one a line; `#` begins a comment.
  CPARITY_MANIFEST,
  /// The report as a page, in which a marker stands for the report itself.
  CPARITY_PAGE,
  /// The C program that shows a failing case, in which markers stand for the
  /// recorded calls and data.
  CPARITY_PROGRAM,
} cparity_name;

cparity_text cparity_text_get(cparity_name name);
