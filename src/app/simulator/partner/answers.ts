import { createHash } from 'node:crypto'
import { localDate } from '#kernel/dates.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import { CODES, type Fate, fateOf, roll } from './fates.ts'

/** What one partner remembers. Everything but this is drawn from the seed. */
interface Remembered {
  reference: string
  amount: string
  /** Negative for money that the partner has paid out for us. */
  direction: 1 | -1
  type: 'PAYMENT' | 'REFUND' | 'PAYOUT'
  day: string
  fate: Fate
  inquiries: number
}

export type Wire = Record<string, string>
/** An answer before anything goes wrong with it: fields, or a file. */
export type Reply = { json: Wire } | { file: DeliveredFile }

/** A statement as the partner delivers it. */
export interface DeliveredFile {
  name: string
  contentType: string
  content: Buffer
}

/** After how many inquiries a pending transaction ends. */
const PATIENCE = 3
const SURNAMES = ['NGUYEN', 'TRAN', 'LE', 'PHAM', 'HOANG', 'VU', 'DANG', 'BUI']
const NAMES = ['VAN AN', 'THI BINH', 'MINH CHAU', 'QUOC DUNG', 'THU HA', 'DUC LONG', 'NGOC MAI', 'THANH SON']

/** The books of one simulated partner, in memory: the same questions in the same order have the same answers, whatever the time. */
export class Books {
  readonly #seed: number
  readonly #known = new Map<string, Remembered>()
  readonly #decided = new Map<string, Fate>()
  readonly #statements = new Map<string, DeliveredFile>()

  constructor(seed: number) {
    this.#seed = seed
  }

  /** Decides what has become, or becomes, of a transaction. */
  decide(reference: string, fate: Fate): void {
    this.#decided.set(reference, fate)
    const known = this.#known.get(reference)
    if (known) known.fate = fate
  }

  inquire({ reference = '', amount = '0', occurredAt = '' }: Wire): Reply {
    const known = this.#know({ reference, amount, direction: 1, type: 'PAYMENT', day: localDate(new Date(occurredAt)) })
    known.inquiries++
    if (known.fate === 'PENDING' && known.inquiries > PATIENCE) known.fate = 'SUCCEEDED'
    return this.#state(known)
  }

  /** Whether somebody has decided what becomes of it; of a refund, by itself or with the transaction that it gives back. */
  isDecided({ reference = '', originalReference = '' }: Wire): boolean {
    return this.#decided.has(reference) || this.#decided.has(originalReference)
  }

  /** Pays out or gives back, once a reference. */
  move(type: 'REFUND' | 'PAYOUT', { reference = '', originalReference = '', amount = '0' }: Wire, today: string): Reply {
    const decided = this.#decided.get(reference) ?? this.#decided.get(originalReference)
    const known = this.#know({ reference, amount, direction: -1, type, day: today }, decided)
    if (parseMoney(known.amount) !== parseMoney(amount)) return { json: { ...CODES.OTHER_BODY, reference, amount } }
    return this.#state(known)
  }

  accountName({ account = '', bankBin = '' }: Wire): Reply {
    if (account.endsWith('0000')) return { json: { ...CODES.NO_ACCOUNT, account } }
    const pick = (list: readonly string[], what: string) => list[Math.floor(roll(this.#seed, what, bankBin, account) * list.length)] ?? ''
    return { json: { ...CODES.SUCCEEDED, account, accountName: `${pick(SURNAMES, 'surname')} ${pick(NAMES, 'name')}` } }
  }

  /** The statement of a day as somebody has written it: it is answered in the place of the partner's own. */
  deliver(day: string, file: DeliveredFile): void {
    this.#statements.set(day, file)
  }

  /** The statement of a day that is over: one that was delivered, else opening, a line an entry with the running balance, closing. */
  statement({ day = '' }: Wire, today: string): Reply {
    if (day >= today) return { json: { ...CODES.NOT_READY, day } }
    const delivered = this.#statements.get(day)
    if (delivered) return { file: delivered }
    let balance = parseMoney('1000000000.00')
    const line = (kind: string, one: Partial<Record<'reference' | 'partnerReference' | 'type' | 'amount', string>> = {}) =>
      [kind, day, one.reference ?? '', one.partnerReference ?? '', one.type ?? '', one.amount ?? '', formatMoney(balance)].join(',')
    const lines = ['line,day,reference,partnerReference,type,amount,balance', line('OPENING')]
    for (const known of this.#known.values()) {
      if (known.day !== day || known.fate !== 'SUCCEEDED') continue
      const amount = parseMoney(known.amount) * BigInt(known.direction)
      balance += amount
      lines.push(line('ENTRY', { ...known, partnerReference: this.#number(known.reference), amount: formatMoney(amount) }))
    }
    lines.push(line('CLOSING'))
    return { file: { name: `statement-${day}.csv`, contentType: 'text/csv; charset=utf-8', content: Buffer.from(`${lines.join('\r\n')}\r\n`) } }
  }

  /** What the partner tells of itself: the end of a transaction. */
  outcome(reference: string): Record<string, unknown> | undefined {
    const fate = this.#known.get(reference)?.fate
    if (fate === undefined || fate === 'NOT_FOUND') return undefined
    return this.told(reference, fate === 'FAILED' ? 'FAILED' : 'SUCCEEDED')
  }

  told(reference: string, status: 'SUCCEEDED' | 'FAILED'): Record<string, unknown> {
    const evidence = status === 'SUCCEEDED' ? { evidence: { bankReference: this.#number(reference) } } : {}
    return { status, ...CODES[status], ...evidence }
  }

  /** What the partner reports of a transfer that the receiving bank has given back; undefined for what it has not paid out. */
  returned(reference: string): Record<string, unknown> | undefined {
    const known = this.#known.get(reference)
    if (known?.type !== 'PAYOUT' || known.fate !== 'SUCCEEDED') return undefined
    const facts = { externalRef: `TL-${reference}`, service: 'DISB', type: 'TRANSFER', channel: 'BANK', currency: 'VND', amount: known.amount }
    return { ...facts, originalReference: reference, reason: 'Tài khoản thụ hưởng đã đóng', outcome: { status: 'SUCCEEDED', ...CODES.RETURNED } }
  }

  get size(): number {
    return this.#known.size
  }

  #know(facts: Omit<Remembered, 'fate' | 'inquiries'>, decided = this.#decided.get(facts.reference)): Remembered {
    const known = this.#known.get(facts.reference) ?? {
      ...facts,
      fate: decided ?? fateOf(this.#seed, facts.reference),
      inquiries: 0,
    }
    this.#known.set(facts.reference, known)
    return known
  }

  #state({ reference, amount, fate }: Remembered): Reply {
    const own: Wire = fate === 'NOT_FOUND' ? {} : { partnerReference: this.#number(reference) }
    return { json: { ...CODES[fate], reference, amount, ...own } }
  }

  #number = (reference: string): string => `FT${createHash('sha256').update(`${this.#seed} ${reference}`).digest('hex').slice(0, 12).toUpperCase()}`
}
