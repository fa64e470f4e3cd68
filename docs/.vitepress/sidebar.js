const pages = (...entries) => entries.map(([text, link]) => ({ text, link }));

/** Every page, by what a reader wants to do. A test finds pages that are missing here. */
export const sidebar = [
  {
    text: 'Start',
    items: pages(
      ['curl', '/start/curl'],
      ['TypeScript', '/start/typescript'],
      ['Python', '/start/python'],
      ['C#', '/start/csharp'],
      ['n8n and AI agents', '/start/no-code'],
      ['Samples', '/samples'],
    ),
  },
  {
    text: 'Cookbook',
    items: pages(
      ['How the recipes work', '/cookbook/'],
      ['Logo and brand colours', '/cookbook/logo'],
      ['Your own fonts', '/cookbook/fonts'],
      ['Vertical captions', '/cookbook/captions'],
      ['Voice-over', '/cookbook/voice-over'],
      ['100 variants from a CSV', '/cookbook/variants'],
      ['Subtitles in and out', '/cookbook/subtitles'],
      ['A poster and an HLS page', '/cookbook/hls'],
      ['Webhook receivers', '/cookbook/webhooks'],
      ['Signed links', '/cookbook/links'],
      ['Approval', '/cookbook/approval'],
    ),
  },
  {
    text: 'Use',
    items: pages(
      ['The composition format', '/composition'],
      ['Templates and batches', '/templates'],
      ['Assets', '/assets'],
      ['Outputs', '/outputs'],
      ['Checks', '/checks'],
      ['Webhooks', '/webhooks'],
      ['Automatic captions', '/transcription'],
      ['Import and export', '/import'],
    ),
  },
  {
    text: 'Operate',
    items: pages(
      ['One machine', '/operate/one-machine'],
      ['Three workers', '/operate/three-workers'],
      ['Sizing', '/operate/sizing'],
      ['Back up and upgrade', '/operate/backup'],
      ['Versions', '/operate/versions'],
      ['Alerts', '/operate/alerts'],
      ['Containers and Node', '/operate/platforms'],
      ['Processes and admin', '/operating'],
      ['Scaling', '/scaling'],
      ['Reliability', '/reliability'],
      ['Security', '/security'],
    ),
  },
  { text: 'Verify', items: pages(['Audit', '/audit']) },
  {
    text: 'Reference',
    items: pages(
      ['API', '/reference/api'],
      ['Composition', '/reference/composition'],
      ['Errors', '/reference/errors'],
      ['Settings', '/settings'],
      ['Events', '/reference/events'],
      ['Metrics', '/reference/metrics'],
      ['The contract', '/video-api'],
      ['Decisions about the contract', '/api-decisions'],
      ['Glossary', '/glossary'],
    ),
  },
  {
    text: 'Work on it',
    collapsed: true,
    items: pages(['Architecture', '/architecture'], ['Ports', '/ports'], ['Benchmarks', '/benchmarks']),
  },
];
