import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { UnitSelect } from '#core/organisation/web/public.ts'
import { showTimestamp } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useNames, useShellText } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { useLiveReads } from '#platform/web/live/live-reads.ts'
import { PageTools } from '#platform/web/shell/frame/page-tools.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { useAsked } from '#platform/web/shell/routing/screen-context.ts'
import { BoardBy, moneyBoard } from '../../contract/board.ts'
import { itemsTopic } from '../../contract/machines.ts'
import { paths } from '../paths.ts'
import { LegColumn } from './leg-column.tsx'
import { words } from './words.ts'
import './board.css'

type By = (typeof BoardBy.options)[number]
/** Deposits and offices move without a word to this screen. */
const REFRESH_MS = 60_000

/** Where COD money is now, from the postman to its sender: a column a leg of its way. */
export default function BoardScreen() {
  const labels = useLabels(words)
  const t = useShellText()
  const names = useNames('cob.board.by')
  const unitId = useAsked().get('unitId') ?? undefined
  const [by, setBy] = useState<By>('UNIT')
  const query = useContractQuery(
    moneyBoard,
    { by, ...(unitId === undefined ? {} : { unitId }) },
    { quiet: true, keepPrevious: true, refetchInterval: REFRESH_MS },
  )
  useLiveReads(itemsTopic, moneyBoard)
  const { data } = query
  if (!data) return <Waiting query={query} />
  const choose = (id: string | undefined) => openAddress(id ? `${paths.board}?${new URLSearchParams({ unitId: id })}` : paths.board)
  return (
    <div className="cob-board">
      <header>
        <UnitSelect value={unitId} onChange={(id) => choose((id as string | undefined) ?? undefined)} aria-label={labels.field('board', 'unitId')} />
        <Segmented
          aria-label={labels.text('by')}
          value={by}
          options={BoardBy.options.map((value) => ({ value, label: names.enumValue('cob.board.by', value) }))}
          onChange={setBy}
        />
        <span className="bt-num">{labels.text('asOf', { at: showTimestamp(data.asOf) })}</span>
        <PageTools>
          <Button onClick={() => window.print()}>{t('report.print')}</Button>
        </PageTools>
      </header>
      <div className="cob-board-legs">
        {data.legs.map((column) => (
          <LegColumn key={column.leg} column={column} by={by} date={data.date} unitId={unitId} />
        ))}
      </div>
    </div>
  )
}
