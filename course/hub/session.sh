# Start the session of one member of the class, as that member: session.sh DIRECTORY ARGUMENTS
# At the first time it copies the chapters and, for a teacher, the course directory.
set -eu
directory=$1
shift
umask 077
mkdir -p ~/positional-encoding
cd ~/positional-encoding
for part in chapters course; do
    if [ -r "$directory/$part" ] && [ ! -e "$part" ]; then
        cp -R "$directory/$part" .
    fi
done
exec jupyterhub-singleuser "$@"
