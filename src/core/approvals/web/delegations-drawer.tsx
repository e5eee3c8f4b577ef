import { Button } from 'antd'
import { useState } from 'react'
import { localDate, showDate } from '#kernel/dates.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { RecordDrawer } from '#platform/web/kit/detail/record-drawer.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { FormDrawer } from '#platform/web/kit/form/form-drawer.tsx'
import { RemoteSelect } from '#platform/web/kit/form/remote-select.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { useSession } from '#platform/web/session/session-store.ts'
import { createDelegation, type Delegation, type DelegationState, listDelegations, revokeDelegation, searchDelegates } from '../contract/delegation.ts'
import { words } from './words.ts'

const TONE = { COMING: 'moving', ACTIVE: 'success', OVER: 'neutral', REVOKED: 'neutral' } as const satisfies Record<DelegationState, string>

/** Who decides in the caller's place, and in whose place the caller does; newest first. */
export default function DelegationsDrawer({ onClose }: { onClose: () => void }) {
  const labels = useLabels(words)
  const [adding, setAdding] = useState(false)
  const query = useContractQuery(listDelegations, {}, { quiet: true })
  return (
    <RecordDrawer query={query} size={520} title={labels.text('delegations')} onClose={onClose}>
      {({ mayDelegate, delegations }) => (
        <>
          <p className="bt-cards-hint">{labels.text(mayDelegate ? 'delegationHint' : 'delegationReceived')}</p>
          {mayDelegate && (
            <Button type="primary" onClick={() => setAdding(true)}>
              {labels.text('delegate')}
            </Button>
          )}
          {delegations.length === 0 && <p className="bt-note">{labels.text('delegationNone')}</p>}
          <ul className="bt-cards">
            {delegations.map((delegation) => (
              <Item key={delegation.id} delegation={delegation} />
            ))}
          </ul>
          {adding && <DelegationForm onClose={() => setAdding(false)} />}
        </>
      )}
    </RecordDrawer>
  )
}

function Item({ delegation }: { delegation: Delegation }) {
  const labels = useLabels(words)
  const own = useSession(({ user }) => user?.account === delegation.principal.account)
  const [revoking, setRevoking] = useState(false)
  const { id, version, principal, delegate, validFrom, validTo, reason, state } = delegation
  // The end is not included: its last day is the one before.
  const days = { from: showDate(localDate(new Date(validFrom))), to: showDate(localDate(new Date(Date.parse(validTo) - 1))) }
  return (
    <li>
      <strong>{labels.text(own ? 'delegationTo' : 'delegationFrom', { ...(own ? delegate : principal) })}</strong>
      <span className="bt-num">
        {labels.text('delegationDays', days)} <StatusTag machine="approvals.delegationState" value={state} tone={TONE[state]} />
      </span>
      <span>{reason}</span>
      {own && (state === 'ACTIVE' || state === 'COMING') && (
        <div>
          <Button size="small" danger onClick={() => setRevoking(true)}>
            {labels.text('revoke')}
          </Button>
        </div>
      )}
      {revoking && (
        <CommandDialog
          contract={revokeDelegation}
          input={{ id, version }}
          title={labels.text('revokeTitle')}
          text={labels.text('revokeText', { name: delegate.name })}
          submit={labels.text('revoke')}
          done={labels.text('revoked')}
          danger
          invalidates={[listDelegations]}
          onClose={() => setRevoking(false)}
        />
      )}
    </li>
  )
}

function DelegationForm({ onClose }: { onClose: () => void }) {
  const labels = useLabels(words)
  const today = localDate(new Date())
  return (
    <FormDrawer
      contract={createDelegation}
      entity="approvals.delegation"
      title={labels.text('delegate')}
      initial={{ from: today, to: today }}
      invalidates={[listDelegations]}
      done={labels.text('delegated')}
      onClose={onClose}
    >
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
    </FormDrawer>
  )
}
