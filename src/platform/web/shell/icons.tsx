import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined'
import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined'
import AuditOutlined from '@ant-design/icons/AuditOutlined'
import BankOutlined from '@ant-design/icons/BankOutlined'
import BarChartOutlined from '@ant-design/icons/BarChartOutlined'
import DashboardOutlined from '@ant-design/icons/DashboardOutlined'
import EnvironmentOutlined from '@ant-design/icons/EnvironmentOutlined'
import ExceptionOutlined from '@ant-design/icons/ExceptionOutlined'
import FileDoneOutlined from '@ant-design/icons/FileDoneOutlined'
import FileSearchOutlined from '@ant-design/icons/FileSearchOutlined'
import InboxOutlined from '@ant-design/icons/InboxOutlined'
import LockOutlined from '@ant-design/icons/LockOutlined'
import QrcodeOutlined from '@ant-design/icons/QrcodeOutlined'
import ReconciliationOutlined from '@ant-design/icons/ReconciliationOutlined'
import SettingOutlined from '@ant-design/icons/SettingOutlined'
import SwapOutlined from '@ant-design/icons/SwapOutlined'
import TeamOutlined from '@ant-design/icons/TeamOutlined'
import UserOutlined from '@ant-design/icons/UserOutlined'
import WalletOutlined from '@ant-design/icons/WalletOutlined'
import type { ComponentType } from 'react'

/** The names a manifest may use for `icon`. */
const ICONS: Record<string, ComponentType> = {
  account: WalletOutlined,
  approval: AuditOutlined,
  area: EnvironmentOutlined,
  bank: BankOutlined,
  dashboard: DashboardOutlined,
  incident: ExceptionOutlined,
  inbox: InboxOutlined,
  inquiry: FileSearchOutlined,
  lock: LockOutlined,
  qr: QrcodeOutlined,
  receipt: FileDoneOutlined,
  reconciliation: ReconciliationOutlined,
  report: BarChartOutlined,
  settings: SettingOutlined,
  team: TeamOutlined,
  transaction: SwapOutlined,
  unit: ApartmentOutlined,
  user: UserOutlined,
}

export function MenuIcon({ name }: { name: string | undefined }) {
  const Icon = (name && ICONS[name]) || AppstoreOutlined
  return <Icon />
}
