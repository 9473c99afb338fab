/** esbuild bundles all styles into `console.css`. */
declare module '*.css';
