"""Prints the SHA-256 of each file of a domain in a phone backup, as other readers see them: a JSON
object of paths and digests for each reader that is installed.

read-backup.py FOLDER DOMAIN [PASSWORD]
"""
import hashlib, json, os, sqlite3, sys, tempfile
from pathlib import Path

folder, domain = Path(sys.argv[1]), sys.argv[2]
password = sys.argv[3] if len(sys.argv) > 3 else None
digest = lambda data: hashlib.sha256(data).hexdigest()
found = {}

try:
    from pyiosbackup import Backup
    backup = Backup.from_path(folder, password or "")
    found["pyiosbackup"] = {
        str(entry.relative_path): digest(entry.read_bytes())
        for entry in backup.iter_files() if entry.domain == domain}
except ImportError:
    pass

try:
    if password:
        from iphone_backup_decrypt import EncryptedBackup
        backup = EncryptedBackup(backup_directory=str(folder), passphrase=password)
        with backup.manifest_db_cursor() as cursor:
            cursor.execute("SELECT relativePath FROM Files WHERE domain = ? AND flags = 1", (domain,))
            paths = [row[0] for row in cursor.fetchall()]
        found["iphone_backup_decrypt"] = {
            path: digest(backup.extract_file_as_bytes(path, domain_like=domain)) for path in paths}
except ImportError:
    pass

try:
    if password:
        from iOSbackup import iOSbackup
        backup = iOSbackup(udid=folder.name, cleartextpassword=password, backuproot=str(folder.parent))
        rows = sqlite3.connect(backup.manifestDB).execute(
            "SELECT relativePath, fileID, file FROM Files WHERE domain = ? AND flags = 1", (domain,))
        found["iOSbackup"] = {}
        for path, identifier, blob in rows.fetchall():
            data = backup.getFileDecryptedData(fileNameHash=identifier, manifestData=blob)[1]
            found["iOSbackup"][path] = digest(data)
except ImportError:
    pass

json.dump(found, sys.stdout)
