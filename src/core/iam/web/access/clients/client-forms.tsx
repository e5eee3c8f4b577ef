import { Input } from 'antd'
import { createClient, listClients, lockClient, unlockClient, updateClient } from '#core/iam/contract/access/clients.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { FormDrawer, FormField } from '#platform/web/kit/form/form-drawer.tsx'
import { words } from '../words.ts'

export type Client = RowOf<typeof listClients>

function ClientFields({ withCode }: { withCode: boolean }) {
  const labels = useLabels(words)
  const label = labels.fields('client')
  return (
    <>
      {withCode && (
        <FormField name="code" label={label('code')}>
          <Input autoComplete="off" spellCheck={false} className="bt-num" autoFocus />
        </FormField>
      )}
      <FormField name="nameVi" label={label('nameVi')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="nameEn" label={label('nameEn')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="description" label={label('description')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
    </>
  )
}

export function ClientCreate({ onClose }: { onClose: () => void }) {
  const labels = useLabels(words)
  return (
    <FormDrawer contract={createClient} title={labels.text('clientCreate')} done={labels.text('saved')} invalidates={[listClients]} onClose={onClose}>
      <p>{labels.text('clientCreateText')}</p>
      <ClientFields withCode />
    </FormDrawer>
  )
}

interface Props {
  client: Client
  onClose: () => void
}

export function ClientEdit({ client: { code, version, nameVi, nameEn, description }, onClose }: Props) {
  const labels = useLabels(words)
  return (
    <FormDrawer
      contract={updateClient}
      title={labels.text('clientEdit', { code })}
      done={labels.text('saved')}
      invalidates={[listClients]}
      initial={{ nameVi, nameEn, description }}
      toInput={(values) => ({ code, version, ...values })}
      onClose={onClose}
    >
      <ClientFields withCode={false} />
    </FormDrawer>
  )
}

export function ClientStatus({ client: { code, version, status, users }, onClose }: Props) {
  const labels = useLabels(words)
  const lock = status === 'ACTIVE'
  return (
    <FormDrawer
      contract={lock ? lockClient : unlockClient}
      title={labels.text(lock ? 'clientLock' : 'clientUnlock', { code })}
      done={labels.text('statusChanged')}
      submit={labels.action(lock ? 'lock' : 'unlock')}
      danger={lock}
      invalidates={[listClients]}
      toInput={(values) => ({ code, version, ...values })}
      onClose={onClose}
    >
      <p>{labels.text(lock ? 'clientLockText' : 'clientUnlockText', { count: users })}</p>
      <FormField name="reason" label={labels.field('client', 'reason')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} autoFocus />
      </FormField>
    </FormDrawer>
  )
}
