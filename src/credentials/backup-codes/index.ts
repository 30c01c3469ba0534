export const backupCodes = {
  name: 'backup-codes',
  tables: ['backup_codes'],
}
