import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { FFmpegError, type FilterContext, FilterGraph, type Frame } from 'node-av/lib';

/** Opens a graph of filters, as FFmpeg writes it. @throws FFmpegError if it is not valid */
export const openFilters = (text: string): FilterGraph => {
  const graph = new FilterGraph();
  graph.alloc();
  FFmpegError.throwIfError(graph.parsePtr(text, null, null), 'graph');
  FFmpegError.throwIfError(graph.configSync(), 'graph');
  return graph;
};

export const filterIn = (graph: FilterGraph, name: string): FilterContext => {
  const filter = graph.getFilter(name);
  if (!filter) throw new Error('the graph has no such filter');
  return filter;
};

/** Takes a frame from a sink. @returns whether there was one; undefined at the end */
export const takeFrame = (sink: FilterContext, into: Frame): boolean | undefined => {
  const got = sink.buffersinkGetFrameSync(into);
  if (got === AVERROR_EAGAIN) return false;
  if (got === AVERROR_EOF) return undefined;
  FFmpegError.throwIfError(got, 'frame');
  return true;
};
