import { parameter } from '#core/masterdata/server/public.ts'
import { headOffice } from '#core/organisation/server/public.ts'
import type { Accounts, Admission, AdmissionContext, FollowContext, Followed, ReportedLine, UnitPlace } from '#core/payments/server/public.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { sdkErrors } from '../contract/errors.ts'
import { riskAmountFrom, riskUsesAnHour } from '../contract/parameters.ts'
import type { SdkReport } from '../contract/service.ts'
import { gravest, type Platform, type RiskMark } from '../contract/words.ts'
import { foundRisks, type Looked } from './risk.ts'

type Line = ReportedLine<SdkReport>
type Own = { appCode: string; platform: Platform; sdkVersion: string; partnerOrder: string; risk: RiskMark | null }

/** An app as far as reports depend on it, with the account of what its partner is owed. */
interface KnownApp {
  code: string
  name: string
  partnerId: string
  partnerName: string
  platforms: string[]
  redirects: string[]
  status: string
  payable: string
}

/** What `stored` keeps of a payment. */
interface Follow {
  appCode: string
  device: SdkReport['device']
  redirect: string | null
  reported: readonly RiskMark[]
  found: readonly RiskMark[]
}

/** Which reports may be stored: each in the name of an app of the partner that reports; a locked app, or an address that it has not registered, begins nothing. */
export async function admit(lines: readonly Line[], { tx, db }: AdmissionContext): Promise<(AppError | Admission<Own>)[]> {
  const office = await headOffice(tx)
  if (!office) throw new AppError(errors.unavailable)
  const apps = await appsOf(
    tx,
    lines.map(({ facts }) => facts.app.toUpperCase()),
  )
  const found = lines.map((line) => appFor(line, apps.get(line.facts.app.toUpperCase())))
  const looked = lines.flatMap(({ facts }, at): { at: number; payment: Looked }[] => {
    const app = found[at]
    return app === undefined || app instanceof AppError ? [] : [{ at, payment: { appCode: app.code, facts } }]
  })
  const rules = { amountFrom: await parameter(db, riskAmountFrom), usesAnHour: await parameter(db, riskUsesAnHour) }
  const risks = await foundRisks(
    tx,
    looked.map(({ payment }) => payment),
    rules,
  )
  const risksAt = new Map(looked.map(({ at }, n) => [at, risks[n] ?? []]))
  return lines.map((line, at) => {
    const app = found[at] as AppError | KnownApp
    return app instanceof AppError ? app : admissionOf(line, app, office, risksAt.get(at) ?? [])
  })
}

/** The app that a line names, or why it may not be stored; pure. */
function appFor({ facts, partnerId, language, fact }: Line, app: KnownApp | undefined): AppError | KnownApp {
  const named = { app: facts.app }
  if (!app) return refusedField('app', sdkErrors.appUnknown, language, named)
  if (app.partnerId !== partnerId) return refusedField('app', sdkErrors.otherPartner, language, named)
  if (fact) return app
  if (app.status !== 'ACTIVE') return refusedField('app', sdkErrors.appLocked, language, named)
  if (!app.platforms.includes(facts.platform)) return refusedField('platform', sdkErrors.platformUnknown, language, { ...named, platform: facts.platform })
  if (facts.redirectUrl !== undefined && !isRegistered(facts.redirectUrl, app.redirects))
    return refusedField('redirectUrl', sdkErrors.redirectUnknown, language, named)
  return app
}

/** An address counts without its query, which differs from payment to payment; all else must be as it was registered. */
const isRegistered = (address: string, registered: readonly string[]): boolean => registered.includes(address.split('?')[0] ?? '')

function admissionOf({ facts }: Line, app: KnownApp, place: UnitPlace, found: readonly RiskMark[]): Admission<Own> {
  const { platform, sdkVersion, orderRef, payer, memo, device, redirectUrl, riskMarks = [] } = facts
  const { account, bankBin } = payer
  const follow: Follow = { appCode: app.code, device, redirect: redirectUrl ?? null, reported: [...new Set(riskMarks)], found }
  return {
    payer: { name: payer.name, ...(account === undefined ? {} : { account }), ...(bankBin === undefined ? {} : { bankBin }) },
    payee: { name: app.partnerName },
    memo,
    place: {
      headUnitId: place.headUnitId,
      provinceUnitId: place.provinceUnitId,
      districtUnitId: place.districtUnitId,
      officeUnitId: place.officeUnitId,
    },
    orderRef: `${app.code} ${orderRef}`,
    accounts: { partnerPayable: app.payable },
    own: { appCode: app.code, platform, sdkVersion, partnerOrder: orderRef, risk: gravest([...riskMarks, ...found]) },
    follow,
  }
}

async function appsOf(tx: AdmissionContext['tx'], codes: readonly string[]): Promise<ReadonlyMap<string, KnownApp>> {
  const rows = await tx
    .selectFrom('sdk.app as a')
    .innerJoin('organisation.partner as p', 'p.id', 'a.partner_id')
    .innerJoin('sdk.partner_account as c', 'c.partner_id', 'a.partner_id')
    .select(['a.code', 'a.name', 'a.partner_id as partnerId', 'p.name as partnerName', 'a.platforms', 'a.redirects', 'a.status'])
    .select('c.payable_account_id as payable')
    .where('a.code', 'in', ['', ...new Set(codes)])
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

/** Keeps the device of each payment that was stored, with its marks. */
export async function keepDevices(made: readonly (Followed & { follow: unknown })[], { tx }: FollowContext): Promise<ReadonlyMap<string, Accounts>> {
  await tx
    .insertInto('sdk.device_use')
    .values(
      made.map(({ id, businessDate, occurredAt, follow }) => {
        const { appCode, device, redirect, reported, found } = follow as Follow
        return {
          transaction_id: id,
          business_date: businessDate,
          app_code: appCode,
          device_hash: device.idHash,
          model: device.model,
          system: device.os,
          redirect,
          reported_risks: [...reported],
          found_risks: [...found],
          occurred_at: occurredAt,
        }
      }),
    )
    .execute()
  return new Map()
}
