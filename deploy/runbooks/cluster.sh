# Commands of the runbooks for a cluster. From the root of the repository, with the Helm release:
#   NAMESPACE=… RELEASE=… ; . deploy/runbooks/cluster.sh
# If the chart's value fullnameOverride is set, set FULLNAME=… afterwards.

case ${RELEASE:?the Helm release, as helm list names it} in
  *finlore*) FULLNAME=$RELEASE ;;
  *) FULLNAME=$RELEASE-finlore ;;
esac

home_of() { # PROCESS: the component whose pods run it; the copy runs beside nginx
  if [ "$1" = copy ]; then echo ingress; else echo "$1"; fi
}
inside() { # PROCESS COMMAND…: runs the command in one of the pods of the process
  process=$1 && shift
  kubectl exec --namespace "$NAMESPACE" "${ONE:-deployment/$FULLNAME-$(home_of "$process")}" \
    --container "$process" -- "$@"
}
logs() { # PROCESS: the logs of all its pods for the last 15 minutes
  if [ -n "${ONE:-}" ]; then
    kubectl logs --namespace "$NAMESPACE" --container "$1" "$ONE" --since 15m
  else
    kubectl logs --namespace "$NAMESPACE" --container "$1" \
      --selector "app.kubernetes.io/instance=$RELEASE,app.kubernetes.io/component=$(home_of "$1")" \
      --prefix --since 15m --tail=-1
  fi
}
state() { # what runs, for how long, what was restarted, and the latest events of the cluster
  kubectl get --namespace "$NAMESPACE" pods,jobs,poddisruptionbudgets,horizontalpodautoscalers -o wide
  kubectl get --namespace "$NAMESPACE" events --sort-by .lastTimestamp | tail -n 20
}
restart() { # PROCESS: its pods one after the other
  if [ -n "${ONE:-}" ]; then
    kubectl delete pod --namespace "$NAMESPACE" "$ONE"
  else
    kubectl rollout restart --namespace "$NAMESPACE" "deployment/$FULLNAME-$1"
  fi
}
replicas() { # PROCESS COUNT: by the values of the release, so that the next upgrade keeps the number
  # `kubectl scale` would own it then, and Helm 4 refuses to upgrade what somebody else owns.
  helm upgrade --namespace "$NAMESPACE" "$RELEASE" "${CHART:-charts/finlore}" --reset-then-reuse-values \
    --set "$1.replicas=$2"
}
back_up() {
  kubectl create job --namespace "$NAMESPACE" --from "cronjob/$FULLNAME-backup" \
    "$FULLNAME-backup-$(date +%s)"
}

. deploy/runbooks/common.sh
