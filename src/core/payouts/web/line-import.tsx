import { Alert } from 'antd'
import { importLines } from '#core/payouts/contract/import.ts'
import { listLines } from '#core/payouts/contract/lines.ts'
import { findPayout, listPayouts } from '#core/payouts/contract/lists.ts'
import { listMachine, payoutsTopic } from '#core/payouts/contract/machine.ts'
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
import { words } from './words.ts'

type List = OutputOf<typeof findPayout>

/** Whose list it is and what the payer's letter says, so that no file ends up in another one. */
function ListHead({ list }: { list: List }) {
  const labels = useLabels(words)
  const open = list.status === 'DRAFT' && list.kind === 'REGULAR'
  return (
    <Section title={labels.text('importInto', { code: list.code })} extra={<StatusTag machine={listMachine.name} value={list.status} />}>
      {!open && <Alert type="error" showIcon title={labels.text('importNotOpen')} style={{ marginBlockEnd: 8 }} />}
      <FieldList
        entity="payouts.list"
        schema={findPayout.output}
        value={list}
        fields={[
          ...(['programmeName', 'partnerName', 'month', 'unitName', 'controlCount', 'controlTotal'] as const),
          ...(list.fileName === null ? [] : (['fileName', 'fileCount', 'fileTotal'] as const)),
        ]}
      />
    </Section>
  )
}

function useAbout(given: URLSearchParams): ImportAbout {
  const labels = useLabels(words)
  const language = useLanguage()
  const id = given.get('listId') ?? ''
  const known = /^\d+$/.test(id)
  const { data, refetch } = useContractQuery(findPayout, { id }, { enabled: known, quiet: true })
  useLive(payoutsTopic, () => void (known && refetch()))
  if (!known) return { head: <Alert type="warning" showIcon title={labels.text('importNoList')} />, replaces: null }
  if (!data) return { head: null, replaces: null }
  const { code, fileName, fileCount, fileTotal } = data
  const before = { code, file: fileName ?? '', lines: fileCount, total: showMoney(fileTotal, language, 0) }
  return {
    head: <ListHead list={data} />,
    replaces: fileName === null ? null : { title: labels.text('importReplacesTitle', before), text: labels.text('importReplaces', before) },
  }
}

/** The file of one draft, named by the address. */
export default importScreen(importLines, {
  invalidates: [listPayouts, findPayout, listLines],
  input: (given) => ({ listId: given.get('listId') ?? '' }),
  useAbout,
})
