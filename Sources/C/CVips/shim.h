#include <vips/vips.h>

// libvips takes options as variadic arguments, which Swift cannot pass.

/// Opens a picture with one loader, by its name in libvips, as `pngload_buffer`: no other loader
/// sees the bytes. They are decoded from top to bottom. With `VIPS_FAIL_ON_ERROR` damaged data is an
/// error when its pixels are read; thumbnail loaders of libvips 8.14 pass over it, except for JPEG.
static inline int cvips_load(const char *loader, const void *bytes, size_t count, VipsImage **out,
                             VipsFailOn fail_on) {
    VipsBlob *blob = vips_blob_new(NULL, bytes, count);
    int result = vips_call(loader, blob, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on,
                           NULL);
    vips_area_unref(VIPS_AREA(blob));
    return result;
}

/// The same for a picture that moves: all frames of it, below each other.
static inline int cvips_load_frames(const char *loader, const void *bytes, size_t count,
                                    VipsImage **out) {
    VipsBlob *blob = vips_blob_new(NULL, bytes, count);
    int result = vips_call(loader, blob, out, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                           VIPS_FAIL_ON_ERROR, "n", -1, NULL);
    vips_area_unref(VIPS_AREA(blob));
    return result;
}

/// The same for a JPEG, which can be decoded at a half, a quarter or an eighth of its size.
static inline int cvips_open_jpeg_pixels(const void *bytes, size_t count, VipsImage **out,
                                         int shrink) {
    return vips_jpegload_buffer((void *)bytes, count, out, "shrink", shrink, "access",
                                VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
}

/// Shrinks a picture into a box. `turns` says whether its own orientation is applied; `profile`,
/// for one that has a profile of its own, whose colours it is to be in, by libvips' name: libvips
/// 8.14 takes the numbers of one without for another profile's, and they are sRGB's already.
static inline int cvips_fit(VipsImage *in, VipsImage **out, int side, gboolean turns,
                            const char *profile) {
    if (!profile) {
        return vips_thumbnail_image(in, out, side, "height", side, "size", VIPS_SIZE_DOWN,
                                    "no_rotate", !turns, NULL);
    }
    return vips_thumbnail_image(in, out, side, "height", side, "size", VIPS_SIZE_DOWN,
                                "no_rotate", !turns, "export_profile", profile, NULL);
}

/// Shrinks a picture with a cubic kernel.
static inline int cvips_shrink(VipsImage *in, VipsImage **out, double scale) {
    return vips_resize(in, out, scale, "kernel", VIPS_KERNEL_CUBIC, NULL);
}

static inline int cvips_turn(VipsImage *in, VipsImage **out, VipsAngle angle) {
    return vips_rot(in, out, angle, NULL);
}

static inline int cvips_mirror(VipsImage *in, VipsImage **out) {
    return vips_flip(in, out, VIPS_DIRECTION_HORIZONTAL, NULL);
}

/// The upper part of a picture: the first frame of one that moves.
static inline int cvips_top(VipsImage *in, VipsImage **out, int height) {
    return vips_crop(in, out, 0, 0, in->Xsize, height, NULL);
}

/// The bands from one on.
static inline int cvips_bands(VipsImage *in, VipsImage **out, int first, int count) {
    return vips_extract_band(in, out, first, "n", count, NULL);
}

static inline int cvips_least(VipsImage *in, double *least) { return vips_min(in, least, NULL); }

static inline int cvips_jpeg(VipsImage *in, void **bytes, size_t *count, int quality,
                             gboolean has_full_colour) {
    return vips_jpegsave_buffer(in, bytes, count, "Q", quality, "strip", TRUE, "optimize_coding",
                                TRUE, "subsample_mode",
                                has_full_colour ? VIPS_FOREIGN_SUBSAMPLE_OFF
                                                : VIPS_FOREIGN_SUBSAMPLE_ON,
                                NULL);
}

static inline int cvips_webp(VipsImage *in, void **bytes, size_t *count, int quality) {
    return vips_webpsave_buffer(in, bytes, count, "Q", quality, "strip", TRUE, NULL);
}

static inline int cvips_png(VipsImage *in, void **bytes, size_t *count) {
    return vips_pngsave_buffer(in, bytes, count, "strip", TRUE, NULL);
}

static inline int cvips_png_with_metadata(VipsImage *in, void **bytes, size_t *count) {
    return vips_pngsave_buffer(in, bytes, count, NULL);
}

static inline int cvips_draw_svg(const void *text, size_t count, VipsImage **out, double scale) {
    return vips_svgload_buffer((void *)text, count, out, "scale", scale, NULL);
}

static inline int cvips_load_pdf(const void *bytes, size_t count, VipsImage **out, int page, double scale) {
    return vips_pdfload_buffer((void *)bytes, count, out, "page", page, "n", 1, "scale", scale, NULL);
}

static inline int cvips_flatten(VipsImage *in, VipsImage **out) {
    return vips_flatten(in, out, NULL);
}

static inline int cvips_flatten_on_white(VipsImage *in, VipsImage **out) {
    VipsArrayDouble *white = vips_array_double_newv(3, 255.0, 255.0, 255.0);
    int result = vips_flatten(in, out, "background", white, NULL);
    vips_area_unref(VIPS_AREA(white));
    return result;
}

static inline int cvips_write(VipsImage *in, const char *path) {
    return vips_image_write_to_file(in, path, NULL);
}

static inline VipsImage *cvips_copy_to_memory(VipsImage *in) { return vips_image_copy_memory(in); }

/// Whether this build of libvips has an operation.
static inline gboolean cvips_has(const char *operation) {
    return vips_type_find("VipsOperation", operation) != 0;
}
