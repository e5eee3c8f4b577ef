import { Alert } from 'antd'
import type { OutputOf } from '#kernel/contract.ts'
import { showMoney } from '#kernel/money.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import type { ImportAbout } from '#platform/web/kit/import/import-facts.ts'
import { importScreen } from '#platform/web/kit/import/import-screen.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useLive } from '#platform/web/live/live.ts'
import { listIssuanceLines } from '../../contract/issuances/lines.ts'
import { findIssuance, importIssuanceLines, listIssuances } from '../../contract/issuances/lots.ts'
import { issuancesTopic, lotMachine } from '../../contract/issuances/machines.ts'
import { words } from './words.ts'

type Lot = OutputOf<typeof findIssuance>

/** Whose lot it is, so that no file ends up in another one. */
function LotHead({ lot }: { lot: Lot }) {
  const labels = useLabels(words)
  return (
    <Section title={labels.text('importInto', { code: lot.code })} extra={<StatusTag machine={lotMachine.name} value={lot.status} />}>
      {lot.status !== 'DRAFT' && <Alert type="error" showIcon title={labels.text('importNotOpen')} style={{ marginBlockEnd: 8 }} />}
      <FieldList entity="cob.issuances.lot" schema={findIssuance.output} value={lot} fields={['name', 'keyAccountName', 'unitName', 'lineCount', 'total']} />
    </Section>
  )
}

function useAbout(given: URLSearchParams): ImportAbout {
  const labels = useLabels(words)
  const language = useLanguage()
  const id = given.get('issuanceId') ?? ''
  const known = /^\d+$/.test(id)
  const { data, refetch } = useContractQuery(findIssuance, { id }, { enabled: known, quiet: true })
  useLive(issuancesTopic, () => void (known && refetch()))
  if (!known) return { head: <Alert type="warning" showIcon title={labels.text('importNoLot')} />, replaces: null }
  if (!data) return { head: null, replaces: null }
  const { code, lineCount, total } = data
  const before = { code, lines: lineCount, total: showMoney(total, language, 0) }
  return {
    head: <LotHead lot={data} />,
    replaces: lineCount === 0 ? null : { title: labels.text('importReplacesTitle', before), text: labels.text('importReplaces', before) },
  }
}

/** The file of one draft, named by the address. */
export default importScreen(importIssuanceLines, {
  invalidates: [listIssuances, findIssuance, listIssuanceLines],
  input: (given) => ({ issuanceId: given.get('issuanceId') ?? '' }),
  useAbout,
})
