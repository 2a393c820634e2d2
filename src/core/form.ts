/** How long an answer should be. */
export const LENGTHS = ['short', 'normal', 'detailed'] as const;
/** One of them; an answer is normal unless its caller asks for another length. */
export type Length = (typeof LENGTHS)[number];

/** How an answer should be laid out: `auto` leaves it to the writer. */
export const LAYOUTS = ['auto', 'text', 'list'] as const;
/** One of them. */
export type Layout = (typeof LAYOUTS)[number];
