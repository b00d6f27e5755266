#pragma once

// Types and constants only: a prototype would invite a call that links against
// the library, and the program must start without it.
#define GL_GLES_PROTOTYPES 0
#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>

// Every OpenGL ES 3.0 function that may be called: X(type, name without `gl`).
#define CEGL_GL_FUNCTIONS(X) \
  /* State, errors, queries */ \
  X(PFNGLGETERRORPROC, GetError) \
  X(PFNGLGETSTRINGPROC, GetString) \
  X(PFNGLGETSTRINGIPROC, GetStringi) \
  X(PFNGLGETINTEGERVPROC, GetIntegerv) \
  X(PFNGLGETINTEGER64VPROC, GetInteger64v) \
  X(PFNGLGETFLOATVPROC, GetFloatv) \
  X(PFNGLGETBOOLEANVPROC, GetBooleanv) \
  X(PFNGLGETINTERNALFORMATIVPROC, GetInternalformativ) \
  X(PFNGLISENABLEDPROC, IsEnabled) \
  X(PFNGLENABLEPROC, Enable) \
  X(PFNGLDISABLEPROC, Disable) \
  X(PFNGLFLUSHPROC, Flush) \
  X(PFNGLFINISHPROC, Finish) \
  X(PFNGLVIEWPORTPROC, Viewport) \
  X(PFNGLSCISSORPROC, Scissor) \
  X(PFNGLCOLORMASKPROC, ColorMask) \
  X(PFNGLPIXELSTOREIPROC, PixelStorei) \
  X(PFNGLHINTPROC, Hint) \
  X(PFNGLBLENDFUNCPROC, BlendFunc) \
  X(PFNGLBLENDFUNCSEPARATEPROC, BlendFuncSeparate) \
  X(PFNGLBLENDEQUATIONPROC, BlendEquation) \
  X(PFNGLBLENDEQUATIONSEPARATEPROC, BlendEquationSeparate) \
  X(PFNGLBLENDCOLORPROC, BlendColor) \
  X(PFNGLDEPTHMASKPROC, DepthMask) \
  X(PFNGLCULLFACEPROC, CullFace) \
  /* Textures and samplers */ \
  X(PFNGLGENTEXTURESPROC, GenTextures) \
  X(PFNGLDELETETEXTURESPROC, DeleteTextures) \
  X(PFNGLISTEXTUREPROC, IsTexture) \
  X(PFNGLACTIVETEXTUREPROC, ActiveTexture) \
  X(PFNGLBINDTEXTUREPROC, BindTexture) \
  X(PFNGLTEXPARAMETERIPROC, TexParameteri) \
  X(PFNGLTEXPARAMETERFPROC, TexParameterf) \
  X(PFNGLTEXPARAMETERIVPROC, TexParameteriv) \
  X(PFNGLGETTEXPARAMETERIVPROC, GetTexParameteriv) \
  X(PFNGLTEXIMAGE2DPROC, TexImage2D) \
  X(PFNGLTEXSTORAGE2DPROC, TexStorage2D) \
  X(PFNGLTEXSUBIMAGE2DPROC, TexSubImage2D) \
  X(PFNGLTEXIMAGE3DPROC, TexImage3D) \
  X(PFNGLTEXSTORAGE3DPROC, TexStorage3D) \
  X(PFNGLTEXSUBIMAGE3DPROC, TexSubImage3D) \
  X(PFNGLCOPYTEXSUBIMAGE2DPROC, CopyTexSubImage2D) \
  X(PFNGLGENSAMPLERSPROC, GenSamplers) \
  X(PFNGLDELETESAMPLERSPROC, DeleteSamplers) \
  X(PFNGLBINDSAMPLERPROC, BindSampler) \
  X(PFNGLSAMPLERPARAMETERIPROC, SamplerParameteri) \
  /* Framebuffers */ \
  X(PFNGLGENFRAMEBUFFERSPROC, GenFramebuffers) \
  X(PFNGLDELETEFRAMEBUFFERSPROC, DeleteFramebuffers) \
  X(PFNGLISFRAMEBUFFERPROC, IsFramebuffer) \
  X(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer) \
  X(PFNGLFRAMEBUFFERTEXTURE2DPROC, FramebufferTexture2D) \
  X(PFNGLFRAMEBUFFERTEXTURELAYERPROC, FramebufferTextureLayer) \
  X(PFNGLCHECKFRAMEBUFFERSTATUSPROC, CheckFramebufferStatus) \
  X(PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC, GetFramebufferAttachmentParameteriv) \
  X(PFNGLDRAWBUFFERSPROC, DrawBuffers) \
  X(PFNGLREADBUFFERPROC, ReadBuffer) \
  X(PFNGLREADPIXELSPROC, ReadPixels) \
  X(PFNGLBLITFRAMEBUFFERPROC, BlitFramebuffer) \
  X(PFNGLINVALIDATEFRAMEBUFFERPROC, InvalidateFramebuffer) \
  X(PFNGLCLEARPROC, Clear) \
  X(PFNGLCLEARCOLORPROC, ClearColor) \
  X(PFNGLCLEARBUFFERFVPROC, ClearBufferfv) \
  X(PFNGLCLEARBUFFERIVPROC, ClearBufferiv) \
  X(PFNGLCLEARBUFFERUIVPROC, ClearBufferuiv) \
  X(PFNGLGENRENDERBUFFERSPROC, GenRenderbuffers) \
  X(PFNGLDELETERENDERBUFFERSPROC, DeleteRenderbuffers) \
  X(PFNGLBINDRENDERBUFFERPROC, BindRenderbuffer) \
  X(PFNGLRENDERBUFFERSTORAGEPROC, RenderbufferStorage) \
  X(PFNGLFRAMEBUFFERRENDERBUFFERPROC, FramebufferRenderbuffer) \
  /* Shaders and programs */ \
  X(PFNGLCREATESHADERPROC, CreateShader) \
  X(PFNGLDELETESHADERPROC, DeleteShader) \
  X(PFNGLISSHADERPROC, IsShader) \
  X(PFNGLSHADERSOURCEPROC, ShaderSource) \
  X(PFNGLCOMPILESHADERPROC, CompileShader) \
  X(PFNGLGETSHADERIVPROC, GetShaderiv) \
  X(PFNGLGETSHADERINFOLOGPROC, GetShaderInfoLog) \
  X(PFNGLGETSHADERPRECISIONFORMATPROC, GetShaderPrecisionFormat) \
  X(PFNGLRELEASESHADERCOMPILERPROC, ReleaseShaderCompiler) \
  X(PFNGLCREATEPROGRAMPROC, CreateProgram) \
  X(PFNGLDELETEPROGRAMPROC, DeleteProgram) \
  X(PFNGLISPROGRAMPROC, IsProgram) \
  X(PFNGLATTACHSHADERPROC, AttachShader) \
  X(PFNGLDETACHSHADERPROC, DetachShader) \
  X(PFNGLBINDATTRIBLOCATIONPROC, BindAttribLocation) \
  X(PFNGLLINKPROGRAMPROC, LinkProgram) \
  X(PFNGLVALIDATEPROGRAMPROC, ValidateProgram) \
  X(PFNGLUSEPROGRAMPROC, UseProgram) \
  X(PFNGLGETPROGRAMIVPROC, GetProgramiv) \
  X(PFNGLGETPROGRAMINFOLOGPROC, GetProgramInfoLog) \
  X(PFNGLGETPROGRAMBINARYPROC, GetProgramBinary) \
  X(PFNGLPROGRAMBINARYPROC, ProgramBinary) \
  X(PFNGLPROGRAMPARAMETERIPROC, ProgramParameteri) \
  X(PFNGLGETACTIVEUNIFORMPROC, GetActiveUniform) \
  X(PFNGLGETACTIVEUNIFORMSIVPROC, GetActiveUniformsiv) \
  X(PFNGLGETUNIFORMLOCATIONPROC, GetUniformLocation) \
  X(PFNGLGETUNIFORMINDICESPROC, GetUniformIndices) \
  X(PFNGLGETUNIFORMBLOCKINDEXPROC, GetUniformBlockIndex) \
  X(PFNGLGETACTIVEUNIFORMBLOCKIVPROC, GetActiveUniformBlockiv) \
  X(PFNGLUNIFORMBLOCKBINDINGPROC, UniformBlockBinding) \
  X(PFNGLGETATTRIBLOCATIONPROC, GetAttribLocation) \
  X(PFNGLGETFRAGDATALOCATIONPROC, GetFragDataLocation) \
  /* Uniforms */ \
  X(PFNGLUNIFORM1FPROC, Uniform1f) \
  X(PFNGLUNIFORM2FPROC, Uniform2f) \
  X(PFNGLUNIFORM3FPROC, Uniform3f) \
  X(PFNGLUNIFORM4FPROC, Uniform4f) \
  X(PFNGLUNIFORM1IPROC, Uniform1i) \
  X(PFNGLUNIFORM2IPROC, Uniform2i) \
  X(PFNGLUNIFORM3IPROC, Uniform3i) \
  X(PFNGLUNIFORM4IPROC, Uniform4i) \
  X(PFNGLUNIFORM1UIPROC, Uniform1ui) \
  X(PFNGLUNIFORM2UIPROC, Uniform2ui) \
  X(PFNGLUNIFORM3UIPROC, Uniform3ui) \
  X(PFNGLUNIFORM4UIPROC, Uniform4ui) \
  X(PFNGLUNIFORM1FVPROC, Uniform1fv) \
  X(PFNGLUNIFORM2FVPROC, Uniform2fv) \
  X(PFNGLUNIFORM3FVPROC, Uniform3fv) \
  X(PFNGLUNIFORM4FVPROC, Uniform4fv) \
  X(PFNGLUNIFORM1IVPROC, Uniform1iv) \
  X(PFNGLUNIFORM2IVPROC, Uniform2iv) \
  X(PFNGLUNIFORM3IVPROC, Uniform3iv) \
  X(PFNGLUNIFORM4IVPROC, Uniform4iv) \
  X(PFNGLUNIFORMMATRIX2FVPROC, UniformMatrix2fv) \
  X(PFNGLUNIFORMMATRIX3FVPROC, UniformMatrix3fv) \
  X(PFNGLUNIFORMMATRIX4FVPROC, UniformMatrix4fv) \
  X(PFNGLUNIFORMMATRIX4X3FVPROC, UniformMatrix4x3fv) \
  X(PFNGLUNIFORMMATRIX3X4FVPROC, UniformMatrix3x4fv) \
  /* Buffers */ \
  X(PFNGLGENBUFFERSPROC, GenBuffers) \
  X(PFNGLDELETEBUFFERSPROC, DeleteBuffers) \
  X(PFNGLISBUFFERPROC, IsBuffer) \
  X(PFNGLBINDBUFFERPROC, BindBuffer) \
  X(PFNGLBINDBUFFERBASEPROC, BindBufferBase) \
  X(PFNGLBINDBUFFERRANGEPROC, BindBufferRange) \
  X(PFNGLBUFFERDATAPROC, BufferData) \
  X(PFNGLBUFFERSUBDATAPROC, BufferSubData) \
  X(PFNGLCOPYBUFFERSUBDATAPROC, CopyBufferSubData) \
  X(PFNGLGETBUFFERPARAMETERIVPROC, GetBufferParameteriv) \
  X(PFNGLMAPBUFFERRANGEPROC, MapBufferRange) \
  X(PFNGLFLUSHMAPPEDBUFFERRANGEPROC, FlushMappedBufferRange) \
  X(PFNGLUNMAPBUFFERPROC, UnmapBuffer) \
  /* Vertex arrays and drawing */ \
  X(PFNGLGENVERTEXARRAYSPROC, GenVertexArrays) \
  X(PFNGLDELETEVERTEXARRAYSPROC, DeleteVertexArrays) \
  X(PFNGLBINDVERTEXARRAYPROC, BindVertexArray) \
  X(PFNGLENABLEVERTEXATTRIBARRAYPROC, EnableVertexAttribArray) \
  X(PFNGLDISABLEVERTEXATTRIBARRAYPROC, DisableVertexAttribArray) \
  X(PFNGLVERTEXATTRIBPOINTERPROC, VertexAttribPointer) \
  X(PFNGLVERTEXATTRIBIPOINTERPROC, VertexAttribIPointer) \
  X(PFNGLVERTEXATTRIBDIVISORPROC, VertexAttribDivisor) \
  X(PFNGLDRAWARRAYSPROC, DrawArrays) \
  X(PFNGLDRAWARRAYSINSTANCEDPROC, DrawArraysInstanced) \
  X(PFNGLDRAWELEMENTSPROC, DrawElements) \
  /* Fences and queries */ \
  X(PFNGLFENCESYNCPROC, FenceSync) \
  X(PFNGLDELETESYNCPROC, DeleteSync) \
  X(PFNGLCLIENTWAITSYNCPROC, ClientWaitSync) \
  X(PFNGLWAITSYNCPROC, WaitSync) \
  X(PFNGLGETSYNCIVPROC, GetSynciv) \
  X(PFNGLGENQUERIESPROC, GenQueries) \
  X(PFNGLDELETEQUERIESPROC, DeleteQueries) \
  X(PFNGLBEGINQUERYPROC, BeginQuery) \
  X(PFNGLENDQUERYPROC, EndQuery) \
  X(PFNGLGETQUERYIVPROC, GetQueryiv) \
  X(PFNGLGETQUERYOBJECTUIVPROC, GetQueryObjectuiv)

// What a driver may lack: X(type, name, least ES version as 10 * major + minor
// or 0 for never, extension that gives it too, suffix of the extension's name).
// The member is NULL where neither holds; a non-NULL answer of
// eglGetProcAddress alone proves nothing, glvnd has a stub for every name.
#define CEGL_GL_OPTIONAL_FUNCTIONS(X) \
  /* Compute and images, ES 3.1 */ \
  X(PFNGLDISPATCHCOMPUTEPROC, DispatchCompute, 31, "", "") \
  X(PFNGLMEMORYBARRIERPROC, MemoryBarrier, 31, "", "") \
  X(PFNGLBINDIMAGETEXTUREPROC, BindImageTexture, 31, "", "") \
  X(PFNGLGETPROGRAMRESOURCEINDEXPROC, GetProgramResourceIndex, 31, "", "") \
  X(PFNGLGETTEXLEVELPARAMETERIVPROC, GetTexLevelParameteriv, 31, "", "") \
  /* Debug output, ES 3.2 or KHR_debug */ \
  X(PFNGLDEBUGMESSAGECALLBACKPROC, DebugMessageCallback, 32, "GL_KHR_debug", "KHR") \
  X(PFNGLDEBUGMESSAGECONTROLPROC, DebugMessageControl, 32, "GL_KHR_debug", "KHR") \
  X(PFNGLGETDEBUGMESSAGELOGPROC, GetDebugMessageLog, 32, "GL_KHR_debug", "KHR") \
  X(PFNGLOBJECTLABELPROC, ObjectLabel, 32, "GL_KHR_debug", "KHR") \
  X(PFNGLPUSHDEBUGGROUPPROC, PushDebugGroup, 32, "GL_KHR_debug", "KHR") \
  X(PFNGLPOPDEBUGGROUPPROC, PopDebugGroup, 32, "GL_KHR_debug", "KHR") \
  /* Lost contexts, ES 3.2 or KHR_robustness */ \
  X(PFNGLGETGRAPHICSRESETSTATUSPROC, GetGraphicsResetStatus, 32, "GL_KHR_robustness", "KHR") \
  X(PFNGLREADNPIXELSPROC, ReadnPixels, 32, "GL_KHR_robustness", "KHR") \
  /* Timer queries */ \
  X(PFNGLQUERYCOUNTEREXTPROC, QueryCounterEXT, 0, "GL_EXT_disjoint_timer_query", "") \
  X(PFNGLGETQUERYOBJECTI64VEXTPROC, GetQueryObjecti64vEXT, 0, "GL_EXT_disjoint_timer_query", "") \
  X(PFNGLGETQUERYOBJECTUI64VEXTPROC, GetQueryObjectui64vEXT, 0, "GL_EXT_disjoint_timer_query", "") \
  /* Persistent mapping */ \
  X(PFNGLBUFFERSTORAGEEXTPROC, BufferStorageEXT, 0, "GL_EXT_buffer_storage", "") \
  /* Parallel compilation */ \
  X(PFNGLMAXSHADERCOMPILERTHREADSKHRPROC, MaxShaderCompilerThreadsKHR, 0, \
    "GL_KHR_parallel_shader_compile", "")

/// The OpenGL ES functions of one context, named without `gl`.
typedef struct cegl_gl {
#define CEGL_MEMBER(type, name, ...) type name;
  CEGL_GL_FUNCTIONS(CEGL_MEMBER)
  CEGL_GL_OPTIONAL_FUNCTIONS(CEGL_MEMBER)
#undef CEGL_MEMBER
} cegl_gl;
