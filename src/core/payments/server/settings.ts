import { parameter } from '#core/masterdata/server/public.ts'
import { type Hundredths, parseMoney } from '#kernel/money.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { instantTransferCap } from '../contract/parameters.ts'

/** What rarely changes and every posting asks for. */
export interface Settings {
  qrTransferCap: Hundredths
  vatBps: number
  backdateDays: number
  /** Shared accounts by service. */
  services: ReadonlyMap<string, { feeIncome: string; taxPayable: string }>
  /** Bank clearing account by partner id: the partners that may report payments. */
  clearing: ReadonlyMap<string, string>
}

const MAX_AGE_MS = 1000
/** By connection, so that test databases in one process never share answers. */
const caches = new WeakMap<object, { at: number; settings: Promise<Own> }>()

/** What this module's own tables hold. */
type Own = Omit<Settings, 'qrTransferCap'>

/** The settings, at most one second old. */
export async function settingsOf({ db }: Pick<Runtime, 'db'>): Promise<Settings> {
  const [own, qrTransferCap] = await Promise.all([ownOf(db), parameter(db, instantTransferCap)])
  return { ...own, qrTransferCap }
}

function ownOf(db: Queryable): Promise<Own> {
  const now = performance.now()
  const hit = caches.get(db)
  if (hit && now - hit.at < MAX_AGE_MS) return hit.settings
  const settings = load(db)
  caches.set(db, { at: now, settings })
  // A failed look-up is not an answer: the next call asks again.
  settings.catch(() => caches.delete(db))
  return settings
}

async function load(db: Queryable): Promise<Own> {
  const [parameters, services, partners] = await Promise.all([
    db.selectFrom('payment.parameter').select(['name', 'value']).execute(),
    db.selectFrom('payment.service_account').select(['service', 'fee_income_account_id as feeIncome', 'tax_payable_account_id as taxPayable']).execute(),
    db.selectFrom('payment.partner_account').select(['partner_id as partnerId', 'clearing_account_id as clearing']).execute(),
  ])
  const values = new Map(parameters.map(({ name, value }) => [name, value]))
  const figure = (name: string): Hundredths => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`payment.parameter has no row ${name}`)
    return parseMoney(value)
  }
  return {
    vatBps: Number(figure('VAT_BPS') / 100n),
    backdateDays: Number(figure('GATEWAY_BACKDATE_DAYS') / 100n),
    services: new Map(services.map(({ service, ...accounts }) => [service, accounts])),
    clearing: new Map(partners.map(({ partnerId, clearing }) => [partnerId, clearing])),
  }
}
