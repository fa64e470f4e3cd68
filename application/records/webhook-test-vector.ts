/** A signed message for testing a receiver's signature verification. The secret signs nothing else. */
export const WEBHOOK_TEST_VECTOR = {
  secret: 'whsec_RnJhbWV3cmlnaHQgd2ViaG9vayB0ZXN0IHZlY3Rvcg==',
  webhookId: '0198c5a2-7a10-7c3e-9f61-3b1f6f1d2c4e',
  webhookTimestamp: 1_767_225_600,
  body: '{"event":"render.completed","data":{"_id":"0198c5a2-6f00-7b5a-8d3c-2a9e4b7f1c0d","status":"completed","outputUrl":"https://video.example.org/outputs/example.mp4","error":"","videoId":"0198c5a1-1200-7e4d-b6a5-9c8d7e6f5a4b","videoVersion":1,"videoData":{"_id":"0198c5a1-1200-7e4d-b6a5-9c8d7e6f5a4b","version":"1.0.0","metadata":{"name":"Grüße 🎬","backgroundColor":"#000000","duration":1000,"fps":29.97,"canvas":{"width":1920,"height":1080}},"clips":[],"renderOptionsInUI":["json"],"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"},"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"}}',
  xSignature: 'aee8ba1555db8619538b3980315db252d5154efb10a5be63a451bfda146515ad',
  webhookSignature: 'v1,+SO6pPw3IpvdBILJIoJglDaO9wdtWCfTQlbYOUkiKeA=',
} as const;
