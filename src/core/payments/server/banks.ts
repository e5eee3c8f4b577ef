import { BanksObject } from 'vietnam-qr-pay'

/** Short names by BIN. Of banks that took over another's number the present one counts, not the one that is gone. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.values(BanksObject)
    .filter(({ bin, deprecated }) => bin !== '' && !deprecated)
    .sort((a, b) => a.vietQRStatus - b.vietQRStatus)
    .map(({ bin, shortName }) => [bin, shortName]),
)

/** What people call a bank ('Vietcombank') by its six-digit number; an unknown number as it is, null for none. */
export function bankName(bin: string | null): string | null {
  return bin === null ? null : (SHORT_NAMES.get(bin) ?? bin)
}
