import { Alert, Button, Drawer } from 'antd'
import { useState } from 'react'
import { suggestReplenishment } from '#core/cash/contract/treasury/suggestion.ts'
import { createTreasury } from '#core/cash/contract/treasury/transactions.ts'
import { UnitSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showDate } from '#kernel/dates.ts'
import { showMoney } from '#kernel/money.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useContractCommand, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useLanguage, useShellText } from '#platform/web/i18n.ts'
import type { DialogProps } from '#platform/web/kit/actions/action.ts'
import { usePermission } from '#platform/web/session/session-store.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { addressOf, type TreasuryPaths } from './paths.ts'
import { words } from './words.ts'
import './treasury.css'

type Suggested = OutputOf<typeof suggestReplenishment>

interface Props extends Pick<DialogProps<unknown>, 'title' | 'onClose'> {
  paths: TreasuryPaths
  /** With what it begins. */
  unitId?: string
}

/** What a vault needs for tomorrow, with its arithmetic; one press makes the draft. */
export default function Suggestion({ title, onClose, paths, unitId: asked }: Props) {
  const t = useShellText()
  const labels = useLabels(words)
  const [unitId, setUnitId] = useState(asked)
  const { data, error } = useContractQuery(suggestReplenishment, { unitId: unitId ?? '1' }, { enabled: unitId !== undefined, quiet: true })
  return (
    <Drawer open title={title} size={520} onClose={onClose}>
      <label htmlFor="suggest-unit">{labels.field('suggestion', 'unitId')}</label>
      <UnitSelect id="suggest-unit" value={unitId} onChange={(value) => setUnitId(value as string | undefined)} placeholder={t('common.choose')} />
      {error && unitId !== undefined && <Alert type="error" showIcon title={messageOf(error)} role="alert" style={{ marginBlockStart: 12 }} />}
      {data && unitId !== undefined && <Sum suggested={data} paths={paths} onClose={onClose} />}
    </Drawer>
  )
}

const LINES = ['balance', 'incoming', 'outgoing', 'payoutsDue', 'expected', 'floor', 'ceiling'] as const
const SIGN: Partial<Record<(typeof LINES)[number], string>> = { incoming: '+ ', outgoing: '− ', payoutsDue: '− ', expected: '= ' }

function Sum({ suggested, paths, onClose }: { suggested: Suggested; paths: TreasuryPaths; onClose: () => void }) {
  const labels = useLabels(words)
  const language = useLanguage()
  const money = (amount: string | null) => (amount === null ? '—' : showMoney(amount, language, 0))
  const { kind, amount, balance, unitName, holdingName, forDay, counterUnit } = suggested
  return (
    <>
      <h3 style={{ marginBlockStart: 16 }}>{`${unitName} · ${holdingName} · ${showDate(forDay)}`}</h3>
      <dl className="cash-sum">
        {LINES.map((line) => [
          <dt key={line} className={line === 'expected' ? 'cash-sum-total' : undefined}>
            {SIGN[line] ?? ''}
            {labels.field('suggestion', line)}
          </dt>,
          <dd key={`${line}-value`} className={line === 'expected' ? 'bt-num cash-sum-total' : 'bt-num'}>
            {money(suggested[line])}
          </dd>,
        ])}
        {kind !== null && [
          <dt key="kind">{`${labels.enumValue('cash.treasury.kind', kind)}${counterUnit ? ` · ${counterUnit}` : ''}`}</dt>,
          <dd key="amount" className="bt-num">
            <strong>{money(amount)}</strong>
          </dd>,
        ]}
      </dl>
      {kind === null ? (
        <Alert showIcon type="info" title={labels.text(balance === null ? 'suggestHidden' : 'suggestNone')} />
      ) : (
        <DraftButton suggested={suggested} paths={paths} onClose={onClose} />
      )}
    </>
  )
}

function DraftButton({ suggested, paths, onClose }: { suggested: Suggested; paths: TreasuryPaths; onClose: () => void }) {
  const labels = useLabels(words)
  const allowed = usePermission(createTreasury.permission)
  const draft = useContractCommand(createTreasury)
  const { unitId, kind, amount, forDay, counterUnitId } = suggested
  if (!allowed || kind === null || amount === null || counterUnitId === null) return null
  const ends = kind === 'REPLENISHMENT' ? { fromUnitId: counterUnitId, toUnitId: unitId } : { fromUnitId: unitId, toUnitId: counterUnitId }
  const make = async () => {
    const { id } = await draft.mutateAsync({ kind, ...ends, amount, plannedOn: today(), purpose: labels.text('suggestPurpose', { date: showDate(forDay) }) })
    notify({ kind: 'success', title: labels.text('transactionSuggestTitle'), text: labels.text('created') })
    onClose()
    openAddress(addressOf(paths, id))
  }
  return (
    <Button type="primary" loading={draft.isPending} onClick={() => void make().catch(() => undefined)}>
      {labels.text('suggestDraft')}
    </Button>
  )
}
