#!/usr/bin/env bash
# One-node Ceph (monitor, one in-memory OSD, S3 gateway) on loopback, to test against an S3 server that is not ours.
#
#   scripts/ceph.sh run COMMAND...   start it, run the command with S3_ENDPOINT, S3_REGION, S3_KEY, S3_SECRET set, stop it
#   scripts/ceph.sh start            start it and print those as KEY=VALUE lines
#   scripts/ceph.sh stop             end the processes that start recorded and remove their folder
#   scripts/ceph.sh installed        succeed when the daemons are on this machine
#
# Debian: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-common
# CEPH_DIR: its folder (default: $TMPDIR/effect-drive-ceph; `run` makes one of its own). CEPH_BYTES: room (default 6 GiB).
# CEPH_MIN_PART: bytes that each part but the last must have (default 5242880, as on Amazon; OSS wants 102400), which the
# command finds in S3_MIN_PART.
set -euo pipefail

dir=${CEPH_DIR:-${TMPDIR:-/tmp}/effect-drive-ceph}
min_part=${CEPH_MIN_PART:-5242880}
key=drivetest
secret=drivetestsecret

installed() {
  local tool
  for tool in radosgw radosgw-admin ceph-mon ceph-osd ceph ceph-authtool monmaptool curl; do
    command -v "$tool" >/dev/null || return 1
  done
}

free_ports() { # free_ports N: as many unused ports, one a line
  node -e '
    const { createServer } = require("node:net")
    const servers = Array.from({ length: Number(process.argv[1]) }, () => createServer().listen(0, "127.0.0.1"))
    Promise.all(servers.map((server) => new Promise((done) => server.on("listening", done)))).then(() => {
      for (const server of servers) { console.log(server.address().port); server.close() }
    })' "$1"
}

daemon() { # daemon NAME COMMAND...: in a session of its own, its pid recorded
  local name=$1
  shift
  setsid nohup "$@" -c "$dir/ceph.conf" -f >"$dir/log/$name.out" 2>&1 </dev/null &
  echo $! >"$dir/run/$name.pid"
}

alive() { kill -0 "$(cat "$dir/run/$1.pid")" 2>/dev/null; }

until_ready() { # until_ready NAME COMMAND...: waits up to a minute for the command, gives up when the daemon has ended
  local name=$1 turn
  shift
  for turn in $(seq 300); do
    if "$@" >/dev/null 2>&1; then return; fi
    alive "$name" || break
    sleep 0.2
  done
  echo "ceph: $name did not come up" >&2
  tail -n 5 "$dir/log/$name".* >&2 || true
  return 1
}

configure() { # configure MONITOR_PORT GATEWAY_PORT
  cat >"$dir/ceph.conf" <<CONF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon_host = v2:127.0.0.1:$1
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
run_dir = $dir/run
admin_socket = $dir/run/\$name.asok
log_file = $dir/log/\$name.log
crash_dir = $dir/log
log_to_stderr = false
# one copy of everything, in few groups
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
[client.admin]
keyring = $dir/admin.keyring
[mon]
mon_data = $dir/mon
mon_data_avail_crit = 1
[osd]
osd_data = $dir/osd
keyring = $dir/osd/keyring
osd_objectstore = memstore
memstore_device_bytes = ${CEPH_BYTES:-6442450944}
osd_max_object_size = 134217728
[client.rgw]
rgw_data = $dir/rgw
keyring = $dir/rgw/keyring
rgw_frontends = beast endpoint=127.0.0.1:$2
rgw_thread_pool_size = 64
rgw_gc_obj_min_wait = 2
rgw_gc_processor_period = 2
rgw_enable_usage_log = false
rgw_run_sync_thread = false
rgw_multipart_min_part_size = $min_part
CONF
}

start() {
  installed || { echo "ceph: not installed" >&2; return 1; }
  [ ! -e "$dir/run/mon.pid" ] || { echo "ceph: already started in $dir" >&2; return 1; }
  rm -rf "$dir"
  mkdir -p "$dir"/{mon,osd,rgw,run,log}
  local ports
  mapfile -t ports < <(free_ports 2)
  configure "${ports[0]}" "${ports[1]}"
  local conf=(-c "$dir/ceph.conf") endpoint=http://127.0.0.1:${ports[1]}
  {
    ceph-authtool --create-keyring "$dir/mon.keyring" --gen-key -n mon. --cap mon 'allow *'
    ceph-authtool --create-keyring "$dir/admin.keyring" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *'
    ceph-authtool "$dir/mon.keyring" --import-keyring "$dir/admin.keyring"
    monmaptool --create --addv a "[v2:127.0.0.1:${ports[0]}]" "$dir/monmap"
    ceph-mon "${conf[@]}" -i a --mkfs --monmap "$dir/monmap" --keyring "$dir/mon.keyring"
    daemon mon ceph-mon -i a
    until_ready mon timeout 10 ceph "${conf[@]}" mon stat
    ceph "${conf[@]}" auth get-or-create osd.0 mon 'allow profile osd' osd 'allow *' -o "$dir/osd/keyring"
    ceph "${conf[@]}" auth get-or-create client.rgw mon 'allow rw' osd 'allow rwx' -o "$dir/rgw/keyring"
    local osd_id
    osd_id=$(cat /proc/sys/kernel/random/uuid)
    ceph "${conf[@]}" osd new "$osd_id"
    ceph-osd "${conf[@]}" -i 0 --mkfs --osd-uuid "$osd_id"
    daemon osd ceph-osd -i 0
    until_ready osd bash -c "timeout 10 ceph -c '$dir/ceph.conf' osd stat | grep -q '1 up'"
    daemon rgw radosgw -n client.rgw
    until_ready rgw curl -sf -o /dev/null "$endpoint/"
    radosgw-admin "${conf[@]}" -n client.rgw user create --uid=drive --display-name=drive --access-key="$key" --secret-key="$secret"
  } >"$dir/log/start.out" 2>&1 || { tail -n 5 "$dir/log/start.out" >&2; stop; return 1; }
  printf '%s\n' "S3_ENDPOINT=$endpoint" S3_REGION=default "S3_KEY=$key" "S3_SECRET=$secret" "S3_MIN_PART=$min_part"
}

stop() {
  local name pid turn
  for name in rgw osd mon; do
    [ -f "$dir/run/$name.pid" ] || continue
    pid=$(cat "$dir/run/$name.pid")
    kill "$pid" 2>/dev/null || continue
    for turn in $(seq 50); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
    kill -9 "$pid" 2>/dev/null || true
  done
  rm -rf "$dir"
}

run() {
  dir=$(mktemp -d "${TMPDIR:-/tmp}/effect-drive-ceph.XXXXXX")
  trap stop EXIT
  trap 'exit 130' INT TERM
  local settings setting
  settings=$(start)
  for setting in $settings; do export "${setting?}"; done
  "$@"
}

case ${1:-} in
  run) shift; run "$@" ;;
  start | stop | installed) "$1" ;;
  *) sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
