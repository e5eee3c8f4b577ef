import type { StatementFormat } from '../../contract/format.ts'
import { fileErrors, rowErrors } from '../../contract/reading-errors.ts'
import { detailAmounts, type Entry, type Facts, isCredit, lineOf, statusOf, xmlAmount } from './camt-entry.ts'
import { readDay } from './cells.ts'
import { requireAccount, sumText } from './table.ts'
import { BalanceChain, type Tally } from './tally.ts'
import { textOf } from './text-source.ts'
import { type BalanceBreak, type ControlSums, type FileVerdict, faultOf, type ReadRow, RULE, refuse, type StatementLine, shown } from './verdict.ts'
import { XmlReader } from './xml.ts'

type Format = Extract<StatementFormat, { kind: 'CAMT053' }>

const STATEMENT = 'Document/BkToCstmrStmt/Stmt'
const ENTRY = `${STATEMENT}/Ntry`
const DETAIL = `${ENTRY}/NtryDtls/TxDtls`
const BALANCE = `${STATEMENT}/Bal`
/** Paths of which a text may come in several elements. */
const REPEATED = new Set(['RmtInf/Ustrd', 'RmtInf/Strd/AddtlRmtInf'])

interface Statement {
  facts: Facts
  chain: BalanceChain
  entries: Required<ControlSums>
}

const newStatement = (): Statement => ({ facts: new Map(), chain: new BalanceChain(), entries: { count: 0, sum: 0n, debit: 0n, credit: 0n } })

/** Bank statements of ISO 20022, of any version and prefix. Rows are numbered as they are found: entries, or their details, from 1. */
class Camt053Reader {
  readonly xml: XmlReader
  readonly #format: Format
  readonly #account: string | undefined
  readonly #accounts: Set<string>
  readonly #closings = new Map<string, bigint>()
  #path = ''
  #row = 0
  #seen = false
  #statement = newStatement()
  #entry: Entry | undefined
  #detail: Facts | undefined
  #balance: Facts | undefined
  #ready: ReadRow[] = []
  #period: string[] = []
  #ends: { opening?: bigint; closing?: bigint; broken?: BalanceBreak }[] = []
  #sums: { expected: ControlSums; found: ControlSums } | undefined

  constructor(format: Format, accounts: Set<string>, account: string | undefined) {
    this.#format = format
    this.#account = account
    this.#accounts = accounts
    this.xml = new XmlReader({ open: (name, attributes) => this.#open(name, attributes), close: (name, text) => this.#close(name, text) })
  }

  /** The rows that are complete by now. */
  taken(): ReadRow[] {
    return this.#ready.splice(0)
  }

  finish(verdict: FileVerdict): FileVerdict {
    if (!this.#seen) refuse(fileErrors.notCamt)
    requireAccount(verdict, this.#account)
    const broken = this.#ends.find((one) => one.broken)?.broken
    if (broken) verdict.breakInBalance = broken
    const [first, last] = [this.#ends[0], this.#ends.at(-1)]
    if (this.#accounts.size <= 1 || this.#account !== undefined) {
      if (first?.opening !== undefined) verdict.opening = first.opening
      if (last?.closing !== undefined) verdict.closing = last.closing
    }
    if (this.#sums) verdict.controlSums = this.#sums
    const days = this.#period.toSorted()
    verdict.from ??= days[0]
    verdict.to ??= days.at(-1)
    return verdict
  }

  #open(name: string, attributes: Record<string, string>): void {
    const path = this.#path === '' ? name : `${this.#path}/${name}`
    this.#path = path
    if (path === 'Document') return
    if (!this.#seen) {
      if (path !== 'Document/BkToCstmrStmt') refuse(fileErrors.notCamt)
      this.#seen = true
    }
    if (path === STATEMENT) this.#statement = newStatement()
    else if (path === ENTRY) this.#entry = { facts: new Map(), details: [], currency: '' }
    else if (path === DETAIL) this.#detail = new Map()
    else if (path === BALANCE) this.#balance = new Map()
    else if (path === `${ENTRY}/Amt` && this.#entry) this.#entry.currency = attributes.Ccy ?? ''
  }

  #close(name: string, text: string): void {
    const path = this.#path
    this.#path = path.slice(0, Math.max(0, path.length - name.length - 1))
    if (path === DETAIL && this.#entry && this.#detail) {
      this.#entry.details.push(this.#detail)
      this.#detail = undefined
    } else if (path === ENTRY) this.#book()
    else if (path === BALANCE) this.#state()
    else if (path === STATEMENT) this.#end()
    else if (this.#detail) keep(this.#detail, path.slice(DETAIL.length + 1), text)
    else if (this.#entry) keep(this.#entry.facts, path.slice(ENTRY.length + 1), text)
    else if (this.#balance) keep(this.#balance, path.slice(BALANCE.length + 1), text)
    else if (path.startsWith(`${STATEMENT}/`)) this.#fact(path.slice(STATEMENT.length + 1), text.trim())
  }

  #fact(path: string, text: string): void {
    keep(this.#statement.facts, path, text)
    if (path === 'Acct/Id/IBAN' || path === 'Acct/Id/Othr/Id') this.#accounts.add(text)
    if (path.startsWith('FrToDt/')) this.#period.push(...days(text))
  }

  get #own(): string {
    const { facts } = this.#statement
    return facts.get('Acct/Id/IBAN') ?? facts.get('Acct/Id/Othr/Id') ?? ''
  }

  get #isOther(): boolean {
    return this.#account !== undefined && this.#own !== this.#account
  }

  /** A balance of the bank: the opening (or the closing of the day before) and the closing one count. */
  #state(): void {
    const balance = this.#balance ?? new Map()
    this.#balance = undefined
    const type = (balance.get('Tp/CdOrPrtry/Cd') ?? '').trim()
    const [amount, credit] = [xmlAmount(balance.get('Amt') ?? ''), isCredit(balance)]
    if (!['OPBD', 'PRCD', 'CLBD'].includes(type)) return
    if (amount === undefined || credit === undefined) refuse(fileErrors.tag, { row: this.#row + 1, tag: `Bal ${type}` })
    const value = { row: this.#row, value: credit ? amount : -amount }
    const { chain } = this.#statement
    if (type === 'CLBD') chain.closing = value
    else if (type === 'OPBD' || !chain.opening) chain.opening = value
    if (!this.#isOther && type === 'CLBD') this.#period.push(...days(balance.get('Dt/Dt') ?? balance.get('Dt/DtTm') ?? ''))
  }

  #book(): unknown {
    const entry = this.#entry
    this.#entry = undefined
    if (!entry) return undefined
    const { facts, currency } = entry
    if (this.#isOther) return this.#ignore(entry, RULE.otherAccount)
    const [amount, credit] = [xmlAmount(facts.get('Amt') ?? ''), isCredit(facts)]
    const day = dayOf(facts)
    if (amount === undefined || credit === undefined || !day) {
      return this.#reject(amount === undefined ? 'Amt' : credit === undefined ? 'CdtDbtInd' : 'BookgDt', facts, rowErrors.shape)
    }
    if (currency !== this.#format.currency) refuse(fileErrors.otherCurrency, { row: this.#row + 1, found: currency, currency: this.#format.currency })
    this.#total(amount, credit)
    if (statusOf(facts) !== 'BOOK') return this.#ignore(entry, RULE.pending)
    return this.#lines(entry, day, credit ? amount : -amount)
  }

  /** Of an entry with details that have amounts a line each, of any other one line. */
  #lines(entry: Entry, day: Pick<StatementLine, 'day' | 'at'>, total: bigint): unknown {
    const amounts = entry.details.length > 1 ? detailAmounts(entry) : undefined
    const signed = amounts?.map((amount, at) => ((isCredit(entry.details[at] ?? entry.facts) ?? total >= 0n) ? amount : -amount))
    if (signed && signed.reduce((sum, one) => sum + one, 0n) !== total) return this.#reject('NtryDtls', entry.facts, rowErrors.detailSum)
    const single = entry.details.length === 1 ? entry.details[0] : undefined
    const lines = signed ? signed.map((amount, at) => lineOf(entry.facts, entry.details[at], day, amount)) : [lineOf(entry.facts, single, day, total)]
    for (const line of lines) {
      this.#ready.push({ row: ++this.#row, verdict: 'ACCEPTED', line })
      this.#statement.chain.add(this.#row, line.amount, undefined)
    }
    return undefined
  }

  #total(amount: bigint, credit: boolean): void {
    const { entries } = this.#statement
    entries.count++
    entries.sum += amount
    entries[credit ? 'credit' : 'debit'] += amount
  }

  #ignore({ details }: Entry, rule: string): void {
    const rows = Math.max(1, details.length)
    for (let at = 0; at < rows; at++) this.#ready.push({ row: ++this.#row, verdict: 'IGNORED', rule })
  }

  #reject(column: string, facts: Facts, error: (typeof rowErrors)[keyof typeof rowErrors]): void {
    const row = ++this.#row
    const value = shown((facts.get(column) ?? facts.get('Amt') ?? '').trim())
    this.#ready.push({ row, verdict: 'REJECTED', column, value, error: faultOf(error, { row, column }) })
  }

  #end(): void {
    if (this.#isOther) return
    const { chain, facts, entries } = this.#statement
    chain.closing &&= { ...chain.closing, row: this.#row }
    const [own, opening] = [this.#own, chain.opening]
    const before = this.#closings.get(own)
    if (opening && before !== undefined && opening.value !== before) {
      refuse(fileErrors.pageGap, { row: opening.row + 1, found: sumText(opening.value), expected: sumText(before) })
    }
    if (chain.closing) this.#closings.set(own, chain.closing.value)
    this.#ends.push(chain.result(false))
    this.#compare(facts, entries)
  }

  #compare(facts: Facts, found: Required<ControlSums>): void {
    const of = (path: string) => facts.get(`TxsSummry/${path}`)?.trim()
    const said = { count: of('TtlNtries/NbOfNtries'), sum: of('TtlNtries/Sum'), debit: of('TtlDbtNtries/Sum'), credit: of('TtlCdtNtries/Sum') }
    const expected: ControlSums = {}
    for (const [key, text] of Object.entries(said) as [keyof ControlSums, string | undefined][]) {
      if (text === undefined) continue
      const value = key === 'count' ? (/^\d{1,9}$/.test(text) ? Number(text) : undefined) : xmlAmount(text)
      if (value === undefined) refuse(fileErrors.trailerUnreadable, { row: this.#row, column: `TxsSummry ${key}` })
      Object.assign(expected, { [key]: value })
      if (value !== found[key]) {
        refuse(fileErrors.controlSums, { row: this.#row, column: `TxsSummry ${key}`, expected: sumText(value), found: sumText(found[key]) })
      }
    }
    if (Object.keys(expected).length > 0) this.#sums = { expected, found }
  }
}

function keep(facts: Facts, path: string, text: string): void {
  const known = facts.get(path)
  if (known === undefined) {
    if (text.trim() !== '') facts.set(path, text)
  } else if (REPEATED.has(path)) facts.set(path, `${known} ${text}`)
}

function dayOf(facts: Facts): Pick<StatementLine, 'day' | 'at'> | undefined {
  const at = facts.get('BookgDt/DtTm') ?? facts.get('ValDt/DtTm')
  const date = facts.get('BookgDt/Dt') ?? (facts.has('BookgDt/DtTm') ? undefined : facts.get('ValDt/Dt'))
  const read = readDay((date?.trim().slice(0, 10) ?? at ?? '').trim(), 'YYYY-MM-DD')
  return read && read.rest === '' ? { day: read.day, ...(read.at === undefined ? {} : { at: read.at }) } : undefined
}

function days(text: string): string[] {
  const day = readDay(text.trim().slice(0, 10), 'YYYY-MM-DD')?.day
  return day === undefined ? [] : [day]
}

/** Reads a file of camt.053 into the tally. */
export async function readCamt053(path: string, format: Format, tally: Tally, account?: string): Promise<FileVerdict> {
  const reader = new Camt053Reader(format, tally.accounts, account)
  for await (const text of textOf(path, 'AUTO')) {
    reader.xml.write(text)
    for (const row of reader.taken()) if (tally.add(row)) await tally.flush()
  }
  reader.xml.end()
  for (const row of reader.taken()) tally.add(row)
  return reader.finish(tally.verdict())
}
