// Transitions, animations and a shadow that presets share.

export const fade = { in: { type: 'fade', duration: 400 }, out: { type: 'fade', duration: 300 } };
export const wipe = {
  in: { type: 'wipe', direction: 'right', duration: 500, easing: 'easeOutCubic' },
  out: { type: 'fade', duration: 300 },
};
export const words = (type: string) => ({
  type,
  unit: 'word',
  at: 'in',
  duration: 600,
  stagger: 90,
  easing: 'easeOutCubic',
});
export const soft = { x: 0, y: 4, blur: 18, color: '#00000066' };

export const rise = {
  in: { type: 'slide', direction: 'up', distance: 60, fade: true, duration: 500, easing: 'easeOutCubic' },
  out: { type: 'fade', duration: 300 },
};
export const pop = {
  in: { type: 'zoom', from: 0.7, duration: 450, easing: 'easeOutBack' },
  out: { type: 'fade', duration: 250 },
};
