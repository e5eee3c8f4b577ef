/** Codes of the demo's holdings. */
export const vaultCode = (unitCode: string): string => `QC-${unitCode}`
export const tillCode = (unitCode: string, n: number): string => `Q${n + 1}-${unitCode}`
export const courierCode = (unitCode: string): string => `AT-${unitCode}`
