/**
 * True if the page has an address of this machine, so that the reader probably runs the service and can
 * repair it. A tunnel or a forwarded port looks the same.
 */
export const isOperator = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(
  globalThis.location?.hostname ?? '',
);
