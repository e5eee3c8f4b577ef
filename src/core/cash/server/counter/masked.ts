const SHOWN = 4

/** Of the number of an identity paper the last digits alone. */
export const maskedNumber = (number: string): string => `${'•'.repeat(Math.max(0, number.length - SHOWN))}${number.slice(-SHOWN)}`
