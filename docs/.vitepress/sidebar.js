export const sidebar = [];
