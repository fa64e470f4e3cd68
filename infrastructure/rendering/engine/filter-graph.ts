import { FFmpegError, type FilterContext, FilterGraph } from 'node-av/lib';

/** Opens a graph of filters, as FFmpeg writes it. @throws FFmpegError if it is not valid */
export const openFilters = (text: string): FilterGraph => {
  const graph = new FilterGraph();
  graph.alloc();
  FFmpegError.throwIfError(graph.parsePtr(text, null, null), 'graph');
  FFmpegError.throwIfError(graph.configSync(), 'graph');
  return graph;
};

/** A filter of a graph by its name. */
export const filterIn = (graph: FilterGraph, name: string): FilterContext => {
  const filter = graph.getFilter(name);
  if (!filter) throw new Error('the graph has no such filter');
  return filter;
};
