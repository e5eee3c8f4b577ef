import type { Report, ReportContext } from '#platform/server/module.ts'
import { implementReport } from '#platform/server/report/report.ts'
import { cobDebtReport, cobDetailReport, type DebtPart } from '../../contract/reports.ts'
import { en } from '../../labels/reports/en.ts'
import { vi } from '../../labels/reports/vi.ts'
import { debtRows } from './debt.ts'
import { itemLines } from './item-lines.ts'
import { levelWords, readLevels } from './levels.ts'

const labels = { vi, en }

interface Asked {
  unitId?: string | undefined
  officeId?: string | undefined
  courierId?: string | undefined
  keyAccountId?: string | undefined
}

const named = (one: { code: string; name: string } | undefined) => one && `${one.name} (${one.code})`

/** Names of what a report was asked by, where its reader sees it. */
async function names({ unitId, officeId, courierId, keyAccountId }: Asked, { scope }: ReportContext) {
  const unit = (id: string | undefined) =>
    id === undefined ? undefined : scope.selectFrom('organisation.unit as u').select(['u.code', 'u.name']).where('u.id', '=', id).executeTakeFirst()
  const [ofUnit, ofOffice, courier, keyAccount] = await Promise.all([
    unit(unitId),
    unit(officeId),
    courierId ? scope.selectFrom('cob.courier as c').select(['c.code', 'c.name']).where('c.id', '=', courierId).executeTakeFirst() : undefined,
    keyAccountId
      ? scope.db
          .selectFrom('cob.key_account_directory as k')
          .select(['k.code', 'k.name'])
          .where('k.id', '=', keyAccountId)
          .$castTo<{ code: string; name: string }>()
          .executeTakeFirst()
      : undefined,
  ])
  return { unitId: named(ofUnit), officeId: named(ofOffice), courierId: named(courier), keyAccountId: named(keyAccount) }
}

const detailReport = implementReport(cobDetailReport, labels, {
  services: ['COD'],
  query: ({ filter }, ctx) => itemLines(filter, ctx),
  describe: names,
})

const debtReport = implementReport(cobDebtReport, labels, {
  services: ['COD'],
  query: ({ filter }, ctx) => debtRows(filter, ctx),
  async describe({ groupBy = 'OFFICE', ...asked }, ctx) {
    const { levels } = await readLevels(ctx.scope)
    const { enums, texts } = labels[ctx.language]
    const part = (enums.part as Record<DebtPart, string>)[groupBy]
    return { ...(await names(asked, ctx)), groupBy: `${part}; ${texts.levels.replace('{levels}', levelWords(levels))}` }
  },
})

export const cobReports: readonly Report[] = [detailReport, debtReport]
