import { addDays, isDateOnly } from '#kernel/dates.ts'
import type { StatementFormat } from '../../contract/format.ts'
import { fileErrors, rowErrors } from '../../contract/reading-errors.ts'
import { hundredths, tidy } from './cells.ts'
import { details } from './mt940-details.ts'
import { requireAccount, sumText } from './table.ts'
import { BalanceChain, type Tally } from './tally.ts'
import { linesOf, type TextLine } from './text-source.ts'
import { type BalanceBreak, type FileVerdict, faultOf, LENGTHS, type ReadRow, RULE, refuse, shown } from './verdict.ts'

type Format = Extract<StatementFormat, { kind: 'MT940' }>

interface Tag {
  row: number
  name: string
  lines: string[]
}

/** Lines until which a message must have begun. */
const BEGINS_WITHIN = 50
/** Longest line of the standard: one that is full goes on in the next without a space. */
const FULL = 65

const TAG = /^:(\d{2}[A-Z]?):(.*)$/
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15}),(\d{0,2})0*$/
const LINE = /^(\d{6})(\d{4})?(RC|RD|C|D)([A-Z])?(\d{1,15}),(\d{0,2})0*([NFS][A-Z0-9]{3})(.*)$/

const dayOf = (text: string): string | undefined => {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`
  return isDateOnly(day) ? day : undefined
}

/** The day that a line is booked on: it has no year, and lies near the day of value. */
function bookedOn(value: string, monthAndDay: string | undefined): string | undefined {
  if (monthAndDay === undefined) return value
  const days = [0, 1, -1].map((years) => `${Number(value.slice(0, 4)) + years}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}`).filter(isDateOnly)
  return days.find((day) => day >= addDays(value, -183) && day <= addDays(value, 183)) ?? days[0]
}

interface Page {
  chain: BalanceChain
  closed: { row: number; value: bigint } | undefined
  more: boolean
}

/** Customer statements of a bank's network, as many as a file holds, with or without the blocks around a message. */
export class Mt940Reader {
  readonly #format: Format
  readonly #tally: Tally
  readonly #account: string | undefined
  readonly #pages = new Map<string, Page>()
  #tag: Tag | undefined
  #line: Tag | undefined
  #current = ''
  #begun = false
  #period: string[] = []
  #ready: ReadRow[] = []

  constructor(format: Format, tally: Tally, account?: string) {
    this.#format = format
    this.#tally = tally
    this.#account = account
  }

  /** The rows that are complete with this line. */
  take({ row, text }: TextLine): ReadRow[] {
    const line = text
      .replace(/^\{.*?\{4:/, '')
      .replace(/^\{[^4][^}]*\}+$/, '')
      .trimEnd()
    const tag = TAG.exec(line)
    if (tag) this.#open({ row, name: tag[1] ?? '', lines: [tag[2] ?? ''] })
    else if (/^-\}?/.test(line)) this.#close()
    else if (this.#tag && line !== '') this.#tag.lines.push(line)
    if (!this.#begun && row > BEGINS_WITHIN) refuse(fileErrors.notMt940, { row })
    return this.#ready.splice(0)
  }

  finish(verdict: FileVerdict, lastRow: number): FileVerdict {
    requireAccount(verdict, this.#account)
    const pages = [...this.#pages].filter(([account]) => this.#account === undefined || account === this.#account)
    if (pages.length === 0) refuse(fileErrors.notMt940, { row: lastRow })
    let broken: BalanceBreak | undefined
    for (const [, page] of pages) {
      if (!page.closed || page.more) refuse(fileErrors.truncated, { row: lastRow, column: ':62F:' })
      page.chain.closing = page.closed
      const ends = page.chain.result(false)
      broken ??= ends.broken
      if (pages.length > 1) continue
      if (ends.opening !== undefined) verdict.opening = ends.opening
      if (ends.closing !== undefined) verdict.closing = ends.closing
    }
    if (broken) verdict.breakInBalance = broken
    const days = this.#period.toSorted()
    verdict.from ??= days[0]
    verdict.to ??= days.at(-1)
    return verdict
  }

  /** What was open is complete. */
  end(): ReadRow[] {
    this.#close()
    return this.#ready.splice(0)
  }

  #open(tag: Tag): void {
    if (tag.name === '86' && this.#tag?.name === '61') {
      this.#line = this.#tag
      this.#tag = tag
      return
    }
    this.#close()
    this.#tag = tag
  }

  #close(): void {
    const [tag, line] = [this.#tag, this.#line]
    this.#tag = undefined
    this.#line = undefined
    if (!tag) return
    if (tag.name === '61') this.#push(tag, undefined)
    else if (tag.name === '86') line && this.#push(line, tag)
    else this.#take(tag)
  }

  #take(tag: Tag): void {
    const text = tag.lines.join('').trim()
    if (tag.name === '20') this.#begun = true
    else if (tag.name === '25') {
      this.#begun = true
      this.#current = text.replace(/\s/g, '').split('/').at(-1) ?? ''
      if (this.#current === '') refuse(fileErrors.tag, { row: tag.row, tag: ':25:' })
      this.#tally.accounts.add(this.#current)
    } else if (/^6[02][FM]$/.test(tag.name)) this.#balance(tag, text)
  }

  #balance(tag: Tag, text: string): void {
    const [, side, date = '', currency = '', digits = '', part = ''] = BALANCE.exec(text) ?? []
    const value = side === undefined ? undefined : hundredths(digits, part, side === 'D')
    const day = dayOf(date)
    if (value === undefined || day === undefined || this.#current === '') refuse(fileErrors.tag, { row: tag.row, tag: `:${tag.name}:` })
    if (currency !== this.#format.currency) refuse(fileErrors.otherCurrency, { row: tag.row, found: currency, currency: this.#format.currency })
    this.#period.push(day)
    const known = this.#pages.get(this.#current)
    if (tag.name.startsWith('62')) {
      if (!known) refuse(fileErrors.tag, { row: tag.row, tag: `:${tag.name}:` })
      known.closed = { row: tag.row, value }
      known.more = tag.name === '62M'
      return
    }
    if (!known) {
      const chain = new BalanceChain()
      chain.opening = { row: tag.row, value }
      this.#pages.set(this.#current, { chain, closed: undefined, more: true })
    } else if (known.closed?.value !== value) {
      refuse(fileErrors.pageGap, { row: tag.row, found: sumText(value), expected: sumText(known.closed?.value) })
    } else Object.assign(known, { closed: undefined, more: true })
  }

  #push({ row, lines: [text = '', ...supplement] }: Tag, info: Tag | undefined): void {
    if (this.#account !== undefined && this.#current !== this.#account) {
      this.#ready.push({ row, verdict: 'IGNORED', rule: RULE.otherAccount })
      return
    }
    const page = this.#pages.get(this.#current)
    const [, date = '', entry, mark = '', , digits = '', part = '', , references = ''] = LINE.exec(text) ?? []
    const value = dayOf(date)
    const day = value && bookedOn(value, entry)
    const credit = mark === 'C' || mark === 'RD'
    const amount = digits === '' ? undefined : hundredths(digits, part, !credit)
    if (!page || day === undefined || amount === undefined) {
      this.#ready.push({ row, verdict: 'REJECTED', column: ':61:', value: shown(text), error: faultOf(rowErrors.shape, { row, column: ':61:' }) })
      return
    }
    const [own = '', bank = ''] = references.split('//').map((one) => tidy(one))
    const reference = own === 'NONREF' ? bank : own
    const { text: told, counterAccount, counterName } = details(info?.lines ?? [], FULL)
    const more = tidy(supplement.join(' '))
    page.chain.add(row, amount, undefined)
    const line = {
      day,
      amount,
      fee: 0n,
      tax: 0n,
      reference: reference.slice(0, LENGTHS.reference),
      documentNo: bank.slice(0, LENGTHS.documentNo),
      counterAccount,
      counterName,
      text: (told || more).slice(0, LENGTHS.text),
      status: '',
    }
    this.#ready.push({ row, verdict: 'ACCEPTED', line })
  }
}

/** Reads a file of MT940 into the tally. */
export async function readMt940(path: string, format: Format, tally: Tally, account?: string): Promise<FileVerdict> {
  const reader = new Mt940Reader(format, tally, account)
  let last = 0
  for await (const lines of linesOf(path, format.encoding)) {
    for (const line of lines) {
      last = line.row
      for (const read of reader.take(line)) if (tally.add(read)) await tally.flush()
    }
  }
  for (const read of reader.end()) tally.add(read)
  return reader.finish(tally.verdict(), last)
}
