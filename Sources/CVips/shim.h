#include <vips/vips.h>

// libvips takes options as variadic arguments, which Swift cannot pass.

/// Opens a picture for decoding from top to bottom. Damaged data is an error when its pixels are
/// read; thumbnail loaders of libvips 8.14 pass over it, except for JPEG.
static inline VipsImage *cvips_open_pixels(const void *bytes, size_t count) {
    return vips_image_new_from_buffer(bytes, count, "", "access", VIPS_ACCESS_SEQUENTIAL,
                                      "fail_on", VIPS_FAIL_ON_ERROR, NULL);
}

/// The same for a JPEG, which can be decoded at a half, a quarter or an eighth of its size.
static inline int cvips_open_jpeg_pixels(const void *bytes, size_t count, VipsImage **out,
                                         int shrink) {
    return vips_jpegload_buffer((void *)bytes, count, out, "shrink", shrink, "access",
                                VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
}

/// Shrinks a picture into a box, in sRGB. `turns` says whether its own orientation is applied.
static inline int cvips_fit(VipsImage *in, VipsImage **out, int width, int height,
                            gboolean turns) {
    return vips_thumbnail_image(in, out, width, "height", height, "size", VIPS_SIZE_DOWN,
                                "no_rotate", !turns, "export_profile", "srgb", NULL);
}

/// Reads a picture's head: size and metadata, no pixels.
static inline VipsImage *cvips_open(const void *bytes, size_t count) {
    return vips_image_new_from_buffer(bytes, count, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

static inline int cvips_turn(VipsImage *in, VipsImage **out, VipsAngle angle) {
    return vips_rot(in, out, angle, NULL);
}

static inline int cvips_mirror(VipsImage *in, VipsImage **out) {
    return vips_flip(in, out, VIPS_DIRECTION_HORIZONTAL, NULL);
}

static inline int cvips_write_jpeg(VipsImage *in, const char *path, int quality) {
    return vips_jpegsave(in, path, "Q", quality, "strip", TRUE, "optimize_coding", TRUE, NULL);
}

static inline int cvips_write_png(VipsImage *in, const char *path) {
    return vips_pngsave(in, path, "strip", TRUE, NULL);
}

static inline int cvips_draw_svg(const void *text, size_t count, VipsImage **out, double scale) {
    return vips_svgload_buffer((void *)text, count, out, "scale", scale, NULL);
}

static inline int cvips_flatten(VipsImage *in, VipsImage **out) {
    return vips_flatten(in, out, NULL);
}

static inline int cvips_write(VipsImage *in, const char *path) {
    return vips_image_write_to_file(in, path, NULL);
}

static inline VipsImage *cvips_copy_to_memory(VipsImage *in) { return vips_image_copy_memory(in); }
