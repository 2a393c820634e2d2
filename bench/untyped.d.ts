declare module 'sbd' {
  const sbd: { sentences(text: string): string[] };
  export default sbd;
}
