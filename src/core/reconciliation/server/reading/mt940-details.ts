import { tidy } from './cells.ts'
import { LENGTHS } from './verdict.ts'

export interface Details {
  text: string
  counterAccount: string
  counterName: string
}

/** Codes between strokes that banks write into :86:, as far as they tell of the counterpart or of the purpose. */
const CODES = [
  'ACCT',
  'IBAN',
  'NAME',
  'BENM',
  'ORDP',
  'REMI',
  'EREF',
  'KREF',
  'MREF',
  'PREF',
  'PURP',
  'TRTP',
  'CSID',
  'RTYP',
  'ISDT',
  'BIC',
  'ADDR',
  'ID',
  'CNTP',
  'SVWZ',
]
const CODE = new RegExp(`/(${CODES.join('|')})/`)

/**
 * What :86: tells: numbered parts (?20 to ?29 and ?60 to ?63 purpose, ?31 account, ?32 and ?33 name), codes between strokes, or plain text.
 * A line that is full goes on in the next without a space.
 */
export function details(lines: readonly string[], full: number): Details {
  const joined = lines.reduce((text, line, at) => text + (at > 0 && (lines[at - 1]?.length ?? 0) < full ? ' ' : '') + line, '')
  const parts = /^\d{0,3}\?\d\d/.test(joined)
    ? numbered(lines.join(''))
    : CODE.test(joined)
      ? coded(joined)
      : { text: joined, counterAccount: '', counterName: '' }
  return {
    text: tidy(parts.text).slice(0, LENGTHS.text),
    counterAccount: tidy(parts.counterAccount).replaceAll(' ', '').slice(0, LENGTHS.counterAccount),
    counterName: tidy(parts.counterName).slice(0, LENGTHS.counterName),
  }
}

function numbered(text: string): Details {
  const parts = text.split(/\?(?=\d\d)/).slice(1)
  const of = (wanted: (code: number) => boolean) =>
    parts
      .filter((part) => wanted(Number(part.slice(0, 2))))
      .map((part) => part.slice(2))
      .join('')
  return {
    text: of((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63)),
    counterAccount: of((code) => code === 31),
    counterName: of((code) => code === 32 || code === 33),
  }
}

function coded(text: string): Details {
  const [before = '', ...pieces] = text.split(CODE)
  const parts = new Map<string, string>()
  for (let at = 0; at + 1 < pieces.length; at += 2) parts.set(pieces[at] ?? '', (pieces[at + 1] ?? '').replace(/^\/+|\/+$/g, ''))
  const counterpart = (parts.get('CNTP') ?? '').split('/')
  const [own, eref] = [parts.get('REMI') ?? parts.get('SVWZ'), parts.get('EREF')]
  return {
    text: [own?.replace(/^(USTD|STRD)\/\/?/, ''), eref].filter(Boolean).join(' ') || before || text,
    counterAccount: parts.get('IBAN') ?? parts.get('ACCT') ?? counterpart[0] ?? '',
    counterName: parts.get('NAME') ?? parts.get('BENM') ?? parts.get('ORDP') ?? counterpart[2] ?? '',
  }
}
