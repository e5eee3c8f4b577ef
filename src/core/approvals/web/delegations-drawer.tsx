import { localDate, showDate } from '#kernel/dates.ts'
import { today } from '#platform/web/api/server-time.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act, create } from '#platform/web/kit/actions/actions.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useSession } from '#platform/web/session/session-store.ts'
import { createDelegation, Delegation, type DelegationState, listDelegations, revokeDelegation, searchDelegates } from '../contract/delegation.ts'
import { words } from './words.ts'

const TONE = { COMING: 'moving', ACTIVE: 'success', OVER: 'neutral', REVOKED: 'neutral' } as const satisfies Record<DelegationState, string>

function DelegateFields() {
  const labels = useLabels(words)
  return (
    <>
      <Field name="account">
        <RemoteSelect
          contract={searchDelegates}
          search={(text) => ({ text })}
          find={(account) => ({ text: account })}
          option={({ account, name }) => ({ value: account, label: name, hint: account })}
          placeholder={labels.text('searchPeople')}
        />
      </Field>
      <Field name="from" />
      <Field name="to" dependencies={['from']} />
      <Field name="reason" />
    </>
  )
}

const delegate = create(createDelegation, DelegateFields, {
  values: () => ({ from: today(), to: today() }),
})

const revoke = act<typeof revokeDelegation, Delegation>(revokeDelegation, {
  danger: true,
  when: ({ state }) => state === 'ACTIVE' || state === 'COMING',
})

/** Who decides in the caller's place, and in whose place the caller does; newest first. */
export default function DelegationsDrawer({ onClose }: { onClose: () => void }) {
  const labels = useLabels(words)
  const query = useContractQuery(listDelegations, {}, { quiet: true })
  return (
    <RecordDrawer query={query} size={520} title={labels.text('delegations')} onClose={onClose}>
      {({ mayDelegate, delegations }) => (
        <ActionHost entity="approvals.delegation" schema={Delegation} nameOf={(given: Delegation) => given.delegate.name}>
          <p className="bt-cards-hint">{labels.text(mayDelegate ? 'delegationHint' : 'delegationReceived')}</p>
          {mayDelegate && <ActionButton action={delegate} />}
          {delegations.length === 0 && <p className="bt-note">{labels.text('delegationNone')}</p>}
          <ul className="bt-cards">
            {delegations.map((delegation) => (
              <Item key={delegation.id} delegation={delegation} />
            ))}
          </ul>
        </ActionHost>
      )}
    </RecordDrawer>
  )
}

function Item({ delegation }: { delegation: Delegation }) {
  const labels = useLabels(words)
  const own = useSession(({ user }) => user?.account === delegation.principal.account)
  const { principal, delegate: other, validFrom, validTo, reason, state } = delegation
  // The end is not included: its last day is the one before.
  const days = { from: showDate(localDate(new Date(validFrom))), to: showDate(localDate(new Date(Date.parse(validTo) - 1))) }
  return (
    <li>
      <strong>{labels.text(own ? 'delegationTo' : 'delegationFrom', { ...(own ? other : principal) })}</strong>
      <span className="bt-num">
        {labels.text('delegationDays', days)} <StatusTag machine="approvals.delegationState" value={state} tone={TONE[state]} />
      </span>
      <span>{reason}</span>
      {own && (
        <div>
          <ActionButton action={revoke} row={delegation} />
        </div>
      )}
    </li>
  )
}
