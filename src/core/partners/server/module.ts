import { defineModule, defineTask } from '#platform/server/module.ts'
import { repeat } from '#platform/server/repeat.ts'
import { addOutcomeCode, agreeOutcomeCode, listOutcomeCodes } from '../contract/codes.ts'
import { changeConnection, createConnection, listConnections, turnOnConnection } from '../contract/connections.ts'
import { partnerErrors } from '../contract/errors.ts'
import { listExchanges } from '../contract/exchanges.ts'
import { en } from '../labels/en.ts'
import { vi } from '../labels/vi.ts'
import { registerCodes } from './codes.ts'
import { registerConnections } from './connections.ts'
import { registerExchanges } from './exchange-list.ts'
import { ensureExchangePartitions } from './exchanges.ts'
import { turnOn } from './turn-on.ts'

/** How often partitions are looked after. */
const HOUSEKEEPING_MS = 600_000

const contracts = [
  ...[listConnections, listConnections.export, createConnection, changeConnection, turnOnConnection],
  ...[listOutcomeCodes, listOutcomeCodes.export, addOutcomeCode, agreeOutcomeCode],
  ...[listExchanges, listExchanges.export],
]

/** Partners by wire: how each is reached, what its codes mean, what was asked and answered. */
export const partnersModule = defineModule({
  name: 'partners',
  audit: {
    subjects: {
      'partner.endpoint': {
        vi: 'Kết nối đối tác',
        en: 'Partner connection',
        entity: 'partners.connection',
        fields: { request: { vi: 'Yêu cầu', en: 'Request' }, requested: { vi: 'Nội dung yêu cầu', en: 'Requested' } },
      },
      'partner.outcome_code': {
        vi: 'Mã kết quả của đối tác',
        en: 'Partner result code',
        entity: 'partners.outcomeCode',
        fields: { request: { vi: 'Yêu cầu', en: 'Request' }, requested: { vi: 'Nội dung yêu cầu', en: 'Requested' } },
      },
    },
  },
  labels: { vi, en },
  errors: partnerErrors,
  wholeSystem: [...new Set(contracts.map(({ permission }) => permission))],
  tasks: [
    defineTask(
      'partners.codes',
      { vi: 'Mã kết quả của đối tác chưa quy ước', en: 'Partner result codes without a meaning' },
      listOutcomeCodes,
      { agreed: 'NO' },
      {
        needs: agreeOutcomeCode.permission,
      },
    ),
  ],
  register(on) {
    registerConnections(on)
    on.command(turnOnConnection, turnOn)
    registerCodes(on)
    registerExchanges(on)
  },
  async start(runtime) {
    await ensureExchangePartitions(runtime)
    return repeat(
      HOUSEKEEPING_MS,
      () => ensureExchangePartitions(runtime),
      (error) => runtime.log.warn({ error }, 'housekeeping of partners failed'),
    )
  },
})
