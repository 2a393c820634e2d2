/** True if the reader sits at the machine of the service, and so can set it up and repair it. */
export const isOperator = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(
  globalThis.location?.hostname ?? '',
);
