/** The base address of the services of tests, as clients see it. */
export const PUBLIC_BASE_URL = 'https://video.example.org';
