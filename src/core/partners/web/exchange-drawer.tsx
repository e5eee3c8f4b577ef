import type { OutputOf, RowOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { CopyButton } from '#platform/web/kit/value/copy-button.tsx'
import { findExchange, type listExchanges } from '../contract/exchanges.ts'
import { ExchangeText } from './exchange-text.tsx'
import { VerdictTag } from './verdict.tsx'
import { words } from './words.ts'
import './partners.css'

export type Exchange = RowOf<typeof listExchanges>

/** What was asked and what was answered, word for word but for secrets. */
function ExchangeDrawer({ row: { id }, onClose }: DialogProps<Pick<Exchange, 'id'>>) {
  const labels = useLabels(words)
  const query = useContractQuery(findExchange, { id }, { quiet: true })
  return (
    <RecordDrawer query={query} title={labels.text('exchangeTitle', { id })} size={720} onClose={onClose}>
      {(exchange) => <Facts exchange={exchange} />}
    </RecordDrawer>
  )
}

export const viewExchange = show<Pick<Exchange, 'id'>>(ExchangeDrawer, { contract: findExchange })

function Facts({ exchange }: { exchange: OutputOf<typeof findExchange> }) {
  const labels = useLabels(words)
  return (
    <>
      <FieldList
        entity="partners.exchange"
        schema={findExchange.output}
        value={exchange}
        fields={[
          'partnerName',
          'operation',
          'reference',
          { field: 'verdict', render: ({ verdict }) => <VerdictTag value={verdict} otherwise={labels.text('underWay')} /> },
          ...(exchange.fault === null ? [] : (['fault'] as const)),
          'code',
          'message',
          'partnerReference',
          'at',
          'endedAt',
          'milliseconds',
          'tries',
          'sent',
          'httpStatus',
          'answerBytes',
          'answerHash',
        ]}
      />
      {(['request', 'answer'] as const).map((part) => (
        <section key={part}>
          <h3>
            {labels.field('exchange', part)} {exchange[part] !== '' && <CopyButton text={exchange[part]} />}
          </h3>
          {exchange[part] === '' ? (
            <p className="bt-none">{labels.text('empty')}</p>
          ) : (
            <ExchangeText label={labels.field('exchange', part)} text={readable(exchange[part])} />
          )}
        </section>
      ))}
    </>
  )
}

/** JSON a field a line; anything else as it came. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
