// Loaded before a process: there `sharp` is not installed.
import { register } from 'node:module';

register(
  `data:text/javascript,${encodeURIComponent(`
    export const resolve = async (name, context, next) => {
      if (name === 'sharp') throw new Error('Cannot find package sharp');
      return next(name, context);
    };`)}`,
);
