import { type ComponentType, lazy, Suspense } from 'react'

type Icon = ComponentType

function Space() {
  return <span className="bt-icon-space" aria-hidden="true" />
}

/** Each in a file of its own: an application shows a few of them. One that does not come is missed by nobody. */
function icon(load: () => Promise<{ default: Icon }>): Icon {
  return lazy(() => load().catch(() => ({ default: Space })))
}

const OTHER = icon(() => import('@ant-design/icons/AppstoreOutlined'))

/** The names a manifest may use for `icon`. */
const ICONS: Record<string, Icon> = {
  account: icon(() => import('@ant-design/icons/WalletOutlined')),
  approval: icon(() => import('@ant-design/icons/AuditOutlined')),
  area: icon(() => import('@ant-design/icons/EnvironmentOutlined')),
  bank: icon(() => import('@ant-design/icons/BankOutlined')),
  dashboard: icon(() => import('@ant-design/icons/DashboardOutlined')),
  incident: icon(() => import('@ant-design/icons/ExceptionOutlined')),
  inbox: icon(() => import('@ant-design/icons/InboxOutlined')),
  inquiry: icon(() => import('@ant-design/icons/FileSearchOutlined')),
  lock: icon(() => import('@ant-design/icons/LockOutlined')),
  qr: icon(() => import('@ant-design/icons/QrcodeOutlined')),
  receipt: icon(() => import('@ant-design/icons/FileDoneOutlined')),
  reconciliation: icon(() => import('@ant-design/icons/ReconciliationOutlined')),
  report: icon(() => import('@ant-design/icons/BarChartOutlined')),
  settings: icon(() => import('@ant-design/icons/SettingOutlined')),
  team: icon(() => import('@ant-design/icons/TeamOutlined')),
  transaction: icon(() => import('@ant-design/icons/SwapOutlined')),
  unit: icon(() => import('@ant-design/icons/ApartmentOutlined')),
  user: icon(() => import('@ant-design/icons/UserOutlined')),
}

/** Beside a menu entry's name, which says it all to a screen reader. */
export function MenuIcon({ name }: { name: string | undefined }) {
  const Shown = (name && ICONS[name]) || OTHER
  return (
    <Suspense fallback={<Space />}>
      <Shown />
    </Suspense>
  )
}
