// The one place that knows which FFmpeg it is compiled against (5.1 to 9), and the macros that Swift
// cannot import. Everything is `static inline`: there is nothing to build or to link besides FFmpeg.
#ifndef COMPOSE_CFFMPEG_SHIM_H
#define COMPOSE_CFFMPEG_SHIM_H

#include <errno.h>
#include <string.h>
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/error.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/parseutils.h>
#include <libavutil/mem.h>
#include <libavutil/murmur3.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libavutil/timestamp.h>
#include <libavutil/tx.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Macros with casts or arithmetic that the importer skips.
static const int compose_error_again = AVERROR(EAGAIN);
static const int compose_error_eof = AVERROR_EOF;
static const int compose_error_external = AVERROR_EXTERNAL;
static const int64_t compose_no_timestamp = AV_NOPTS_VALUE;
static inline int compose_error_from_errno(int number) { return AVERROR(number); }


// FFmpeg 9 takes an enum where earlier versions take an int.
static inline AVCodecParserContext *compose_parser(enum AVCodecID codec) { return av_parser_init(codec); }

// Frame flags: fields until libavutil 58.29, bits of `flags` since.
static inline int compose_frame_is_key(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 29, 100)
    return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
    return frame->key_frame;
#endif
}
static inline int compose_frame_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 29, 100)
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
#endif
}
// Whom a log line is about: the `opaque` of a codec or format context, which copies for threads share; NULL for
// everything else.
static inline void *compose_log_owner(void *context) {
    if (!context) return NULL;
    const AVClass *type = *(const AVClass **)context;
    if (type == avcodec_get_class()) return ((AVCodecContext *)context)->opaque;
    if (type == avformat_get_class()) return ((AVFormatContext *)context)->opaque;
    return NULL;
}

// FFmpeg's log as lines: Swift cannot take a va_list on every machine. Below warnings FFmpeg logs per packet, and
// formatting those would cost more than decoding; but it does not log error concealment as an error, and no decoder
// otherwise reports that the end of a slice is missing.
typedef void (*compose_log_receiver)(void *context, int level, const char *line);
static inline compose_log_receiver *compose_log_target(void) {
    static compose_log_receiver target;
    return &target;
}
static inline void compose_log_forward(void *context, int level, const char *format, va_list arguments) {
    int conceals = level == AV_LOG_INFO && format && strncmp(format, "concealing ", 11) == 0;
    if (!format || (level > AV_LOG_WARNING && !conceals)) return;
    char line[512];
    int prefix = 0;
    av_log_format_line2(context, level, format, arguments, line, sizeof line, &prefix);
    (*compose_log_target())(context, conceals ? AV_LOG_ERROR : level, conceals ? "" : line);
}
static inline void compose_log_install(compose_log_receiver receiver) {
    *compose_log_target() = receiver;
    av_log_set_callback(compose_log_forward);
}

// Decoded without the frames it refers to.
static inline int compose_frame_is_corrupt(const AVFrame *frame) { return (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0; }
static inline int compose_frame_is_damaged(const AVFrame *frame) {
    return frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0;
}
// Fills the memory of a frame that is to be decoded into: with gray, and with the picture `like` where that fits.
static inline void compose_frame_prefill(AVFrame *frame, const AVFrame *like) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    int depth = format ? format->comp[0].depth : 8;
    for (int i = 0; i < AV_NUM_DATA_POINTERS && frame->buf[i]; i++) {
        AVBufferRef *buffer = frame->buf[i];
        if (depth <= 8) {
            memset(buffer->data, 128, buffer->size);
        } else {
            for (size_t n = 0; n < buffer->size / 2; n++) ((uint16_t *)buffer->data)[n] = 1 << (depth - 1);
        }
    }
    if (!like || like->format != frame->format || like->width > frame->width || like->height > frame->height) return;
    av_image_copy(frame->data, frame->linesize, (const uint8_t **)like->data, like->linesize, frame->format,
                  like->width, like->height);
}
// Refers to the first plane of `frame`, with its size.
static inline int compose_frame_ref_luma(AVFrame *luma, const AVFrame *frame) {
    luma->format = frame->format;
    luma->width = frame->width;
    luma->height = frame->height;
    luma->linesize[0] = frame->linesize[0];
    luma->data[0] = frame->data[0];
    luma->buf[0] = frame->buf[0] ? av_buffer_ref(frame->buf[0]) : NULL;
    return luma->buf[0] ? 0 : AVERROR(ENOMEM);
}
// Four bytes within each block of 16x16 that no picture has there: as 16-bit samples beyond any depth that is decoded.
static inline int compose_frame_visit_marks(const AVFrame *luma, int writes) {
    static const uint8_t mark[4] = {1, 254, 0, 253};
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(luma->format);
    int bytes = format && format->comp[0].depth > 8 ? 2 : 1;
    for (int y = 8; y < luma->height; y += 16) {
        uint8_t *row = luma->data[0] + (ptrdiff_t)y * luma->linesize[0];
        for (int x = 8; x + 4 <= luma->width; x += 16) {
            if (writes) memcpy(row + x * bytes, mark, 4);
            else if (!memcmp(row + x * bytes, mark, 4)) return 1;
        }
    }
    return 0;
}
static inline void compose_frame_mark(AVFrame *luma) { compose_frame_visit_marks(luma, 1); }
static inline int compose_frame_is_marked(const AVFrame *luma) { return compose_frame_visit_marks(luma, 0); }
// Memory for a picture that is to be decoded, from `take`, in the layout of `av_frame_get_buffer` and of the size that
// the decoder needs. `give` gets the number of bytes, and is called when the last reference goes.
static inline int compose_frame_take_memory(
    AVCodecContext *context, AVFrame *frame, void *(*take)(size_t), void (*give)(void *size, uint8_t *memory)) {
    int width = frame->width, height = frame->height, alignment[AV_NUM_DATA_POINTERS];
    avcodec_align_dimensions2(context, &width, &height, alignment);
    int result = av_image_fill_linesizes(frame->linesize, frame->format, width);
    if (result < 0) return result;
    ptrdiff_t strides[4];
    size_t sizes[4], total = 0;
    for (int i = 0; i < 4; i++)
        strides[i] = frame->linesize[i] = (frame->linesize[i] + alignment[i] - 1) / alignment[i] * alignment[i];
    // Some decoders write whole blocks, and read vectors, past the last row.
    result = av_image_fill_plane_sizes(sizes, frame->format, (height + 31) / 32 * 32, strides);
    if (result < 0) return result;
    for (int i = 0; i < 4; i++) if (sizes[i]) total += (sizes[i] + 127) / 64 * 64;
    uint8_t *memory = take(total);
    if (!memory) return AVERROR(ENOMEM);
    frame->buf[0] = av_buffer_create(memory, total, give, (void *)total, 0);
    if (!frame->buf[0]) {
        give((void *)total, memory);
        return AVERROR(ENOMEM);
    }
    for (int i = 0; i < 4 && sizes[i]; i++) {
        frame->data[i] = memory;
        memory += (sizes[i] + 127) / 64 * 64;
    }
    frame->extended_data = frame->data;
    return 0;
}
// The callback may be called from the decoder's threads; until libavcodec 60 that had to be said.
static inline void compose_codec_set_get_buffer(
    AVCodecContext *context, int (*callback)(AVCodecContext *, AVFrame *, int)) {
    context->get_buffer2 = callback;
#if LIBAVCODEC_VERSION_MAJOR < 60
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    context->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}
// Duration in the stream's time base: `pkt_duration` until libavutil 57.30.
static inline void compose_frame_set_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    frame->duration = duration;
#else
    frame->pkt_duration = duration;
#endif
}
static inline void compose_frame_reset_picture_type(AVFrame *frame) { frame->pict_type = AV_PICTURE_TYPE_NONE; }

// Side data of a stream: on the stream until libavcodec 60.31, on its parameters since.
static inline const uint8_t *compose_stream_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
    *size = data ? data->size : 0;
    return data ? data->data : NULL;
#else
    return av_stream_get_side_data(stream, type, size);
#endif
}
static inline uint8_t *compose_stream_new_side_data(AVStream *stream, enum AVPacketSideDataType type, size_t size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
    AVPacketSideData *data = av_packet_side_data_new(
        &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data, type, size, 0);
    return data ? data->data : NULL;
#else
    return av_stream_new_side_data(stream, type, size);
#endif
}

// swscale: the context is opaque until 8 and its flags become an enum there.
// Here it has no type, so that Swift sees the same in all versions.
static inline void *compose_scaler(
    int sw, int sh, enum AVPixelFormat sf, int dw, int dh, enum AVPixelFormat df) {
    return sws_getContext(sw, sh, sf, dw, dh, df, SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL, NULL);
}
static inline void compose_scaler_free(void *scaler) { sws_freeContext((struct SwsContext *)scaler); }
static inline int compose_scaler_set_range(void *scaler, int colorspace, int sourceIsFull, int targetIsFull) {
    const int *table = sws_getCoefficients(colorspace);
    return sws_setColorspaceDetails((struct SwsContext *)scaler, table, sourceIsFull, table, targetIsFull, 0, 1 << 16, 1 << 16);
}

static inline int compose_scale(
    void *scaler, const AVFrame *frame, int height, uint8_t *p0, uint8_t *p1, uint8_t *p2, int s0, int s1, int s2) {
    uint8_t *planes[4] = {p0, p1, p2, NULL};
    int strides[4] = {s0, s1, s2, 0};
    return sws_scale((struct SwsContext *)scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, height, planes, strides);
}

// `frame` may be NULL: give out what is left.
static inline int compose_resample(struct SwrContext *resampler, uint8_t **planes, int capacity, const AVFrame *frame) {
    return swr_convert(resampler, planes, capacity, frame ? (const uint8_t **)frame->extended_data : NULL,
                       frame ? frame->nb_samples : 0);
}

// The source of a filter graph, for frames like `frame`; color travels with the link since libavfilter 9.16.
static inline int compose_buffer_source_set(AVFilterContext *source, const AVFrame *frame, AVRational time_base) {
    AVBufferSrcParameters *p = av_buffersrc_parameters_alloc();
    if (!p) return AVERROR(ENOMEM);
    p->format = frame->format;
    p->width = frame->width;
    p->height = frame->height;
    p->time_base = time_base;
    p->sample_aspect_ratio = frame->sample_aspect_ratio;
#if LIBAVFILTER_VERSION_INT >= AV_VERSION_INT(9, 16, 100)
    p->color_space = frame->colorspace;
    p->color_range = frame->color_range;
#endif
    int result = av_buffersrc_parameters_set(source, p);
    av_free(p);
    return result;
}

// Says to an "abuffer" what sound will come; times are in samples.
static inline int compose_audio_source_init(AVFilterContext *source, const AVFrame *frame) {
    char layout[64], options[256];
    int result = av_channel_layout_describe(&frame->ch_layout, layout, sizeof(layout));
    if (result < 0) return result;
    snprintf(options, sizeof(options), "sample_rate=%d:sample_fmt=%s:channel_layout=%s:time_base=1/%d",
             frame->sample_rate, av_get_sample_fmt_name(frame->format), layout, frame->sample_rate);
    return avfilter_init_str(source, options);
}

// Pictures in the memory of a device, `format` there and `software` here, for an encoder.
static inline AVBufferRef *compose_device_frames(
    AVBufferRef *device, enum AVPixelFormat format, enum AVPixelFormat software, int width, int height) {
    AVBufferRef *frames = av_hwframe_ctx_alloc(device);
    if (!frames) return NULL;
    AVHWFramesContext *context = (AVHWFramesContext *)frames->data;
    context->format = format;
    context->sw_format = software;
    context->width = width;
    context->height = height;
    // What encoders look ahead at and refer to.
    context->initial_pool_size = 32;
    if (av_hwframe_ctx_init(frames) < 0) av_buffer_unref(&frames);
    return frames;
}

// Whether the Matroska muxer moves sound by the priming that its CodecDelay takes off again: releases from 6.0 on. Earlier
// ones write CodecDelay for Opus only, and leave the timestamps as they are.
static inline int compose_matroska_adds_priming(void) { return LIBAVFORMAT_VERSION_MAJOR >= 60; }

// A chapter that the context owns; FFmpeg has no public call for that.
static inline int compose_add_chapter(
    AVFormatContext *context, int id, AVRational time_base, int64_t start, int64_t end, const char *title) {
    AVChapter *chapter = av_mallocz(sizeof(*chapter));
    int count = context->nb_chapters;
    if (!chapter) return AVERROR(ENOMEM);
    chapter->id = id;
    chapter->time_base = time_base;
    chapter->start = start;
    chapter->end = end;
    int result = av_dict_set(&chapter->metadata, "title", title, 0);
    if (result >= 0) result = av_dynarray_add_nofree(&context->chapters, &count, chapter);
    if (result < 0) {
        av_dict_free(&chapter->metadata);
        av_free(chapter);
        return result;
    }
    context->nb_chapters = count;
    return 0;
}

// The importer has no arrays of unknown bound; these read one element.
static inline AVStream *compose_stream(const AVFormatContext *context, int index) { return context->streams[index]; }
// Leaves the number of channels and nothing else.
static inline void compose_forget_layout(AVCodecParameters *parameters) {
    int count = parameters->ch_layout.nb_channels;
    av_channel_layout_uninit(&parameters->ch_layout);
    parameters->ch_layout.order = AV_CHANNEL_ORDER_UNSPEC;
    parameters->ch_layout.nb_channels = count;
#if LIBAVCODEC_VERSION_MAJOR < 61
    // The deprecated field counts more for decoders than the new one.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    parameters->channel_layout = 0;
#pragma GCC diagnostic pop
#endif
}

static inline uint8_t *compose_frame_plane(const AVFrame *frame, int index) { return frame->data[index]; }
static inline int compose_frame_stride(const AVFrame *frame, int index) { return frame->linesize[index]; }

/* Memory that is freed is kept for the next use instead of being given back to the system: encoders are opened
   and closed for every span, each with some hundred megabytes, which the kernel would clear again every time. */
#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/resource.h>
static inline void compose_keep_freed_memory(void) {
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

/* Large blocks are given back to the system, whole: otherwise the memory of closed encoders and of pictures is freed in
   pieces between what is still in use. */
static inline void compose_return_freed_memory(void) { mallopt(M_MMAP_THRESHOLD, 1 << 20); }

/* Each thread's arena reserves 64 MB of addresses. Where those are limited, all threads share one: libass and
   fontconfig crash when they get no memory. */
static inline void compose_save_addresses(void) {
    struct rlimit addresses;
    if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
}
#else
static inline void compose_keep_freed_memory(void) {}
static inline void compose_return_freed_memory(void) {}
static inline void compose_save_addresses(void) {}
#endif

#endif
