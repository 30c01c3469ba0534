export const backupCodes = {
  name: 'backup-codes',
  tables: ['backup_codes'],
  spread: { backup_codes: 'user_id' },
}
