import type { LedgerWords } from '#core/ledger/server/public.ts'
import type { AuditNames, Registrar, Task } from '#platform/server/module.ts'
import { defineTask } from '#platform/server/module.ts'
import { acknowledgeItem, askReopening, closeDay, giveBackDay, listDays, openDay, printDay, startCounting, submitDay } from '../../contract/day-close/days.ts'
import { acknowledge, begin, close, giveBack, open, submit } from './close.ts'
import { registerDays } from './list.ts'
import type { DayCloseParts } from './parts.ts'
import { registerProgress } from './progress.ts'
import { askToReopen } from './reopen.ts'
import { printSheet } from './sheet.ts'

export function registerDayClose(on: Registrar, parts: DayCloseParts, journals: LedgerWords): void {
  const { closeChecks: checks, reopening, dayAddress } = parts
  registerDays(on, checks, journals)
  registerProgress(on, checks, dayAddress)
  on.command(openDay, open)
  on.command(startCounting, begin)
  on.command(acknowledgeItem, (input, ctx) => acknowledge(input, ctx, checks))
  on.command(submitDay, (input, ctx) => submit(input, ctx, checks))
  on.command(giveBackDay, giveBack)
  on.command(closeDay, (input, ctx) => close(input, ctx, checks))
  on.command(printDay, (input, ctx) => printSheet(input, ctx, journals))
  on.command(askReopening, (input, ctx) => askToReopen(input, ctx, reopening))
}

export const dayCloseTasks: readonly Task[] = [
  defineTask('cash.daysToClose', { vi: 'Ngày của đơn vị chưa chốt', en: 'Days of my unit to close' }, listDays, {
    whose: 'OWN',
    status: ['OPEN', 'COUNTING', 'REOPENED'],
  }),
  defineTask('cash.daysToCheck', { vi: 'Ngày chờ duyệt chốt', en: 'Days waiting to be closed' }, listDays, { status: ['SUBMITTED'] }),
]

export const dayCloseSubjects: NonNullable<AuditNames['subjects']> = {
  'cash.day_close': {
    vi: 'Ngày làm việc',
    en: 'Business date',
    entity: 'cash.day-close.day',
    fields: { item: { vi: 'Mục', en: 'Item' }, lateUnits: { vi: 'Đơn vị chốt muộn', en: 'Late units' }, request: { vi: 'Yêu cầu', en: 'Request' } },
  },
  'cash.unit_state': { vi: 'Đơn vị giữ tiền mặt', en: 'Unit with cash', entity: 'cash.day-close.day', fields: { units: { vi: 'Đơn vị', en: 'Units' } } },
}
