declare module '*.svg' {
  /** The text of the drawing. */
  const text: string;
  export default text;
}
