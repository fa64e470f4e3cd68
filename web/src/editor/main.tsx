import { openVideoPage } from '../shared/video-page.js';
import { documentOf } from './document.js';
import { Editor } from './editor.js';

openVideoPage({
  read: async (access) => {
    const { client, videoId, link } = access;
    // View links have a page of their own, which finds the token in the storage of this tab.
    if (link.isViewOnly) return new Promise<never>(() => location.replace(`/view/${videoId}`));
    const { video, etag } = await client.videos.getVersioned(videoId);
    return {
      access: { ...access, renderOptions: video.renderOptionsInUI },
      initial: { document: documentOf(video), etag },
    };
  },
  Shown: ({ content }) => <Editor {...content} />,
});
