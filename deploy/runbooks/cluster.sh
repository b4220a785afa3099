# Commands of the runbooks for a cluster. From the root of the repository, with the Helm release:
#   NAMESPACE=… RELEASE=… ; . deploy/runbooks/cluster.sh
# Where the chart's value fullnameOverride is set, FULLNAME=… after that.

case ${RELEASE:?the Helm release, as helm list names it} in
  *finlore*) FULLNAME=$RELEASE ;;
  *) FULLNAME=$RELEASE-finlore ;;
esac

home_of() { # PROCESS: the component whose pods it runs in; the copy is kept beside nginx
  if [ "$1" = copy ]; then echo ingress; else echo "$1"; fi
}
inside() { # PROCESS COMMAND…: runs it in one of the pods of the process
  process=$1 && shift
  kubectl exec --namespace "$NAMESPACE" "${ONE:-deployment/$FULLNAME-$(home_of "$process")}" \
    --container "$process" -- "$@"
}
logs() { # PROCESS: what all its pods said in the last quarter of an hour
  if [ -n "${ONE:-}" ]; then
    kubectl logs --namespace "$NAMESPACE" --container "$1" "$ONE" --since 15m
  else
    kubectl logs --namespace "$NAMESPACE" --container "$1" \
      --selector "app.kubernetes.io/instance=$RELEASE,app.kubernetes.io/component=$(home_of "$1")" \
      --prefix --since 15m --tail=-1
  fi
}
state() { # what runs, for how long, what was restarted, and what the cluster says about it
  kubectl get --namespace "$NAMESPACE" pods,jobs,poddisruptionbudgets,horizontalpodautoscalers -o wide
  kubectl get --namespace "$NAMESPACE" events --sort-by .lastTimestamp | tail -n 20
}
restart() { # PROCESS: one pod after the other
  if [ -n "${ONE:-}" ]; then
    kubectl delete pod --namespace "$NAMESPACE" "$ONE"
  else
    kubectl rollout restart --namespace "$NAMESPACE" "deployment/$FULLNAME-$1"
  fi
}
replicas() { # PROCESS COUNT: until the next upgrade, or where an autoscaler has the say until it looks again
  kubectl scale --namespace "$NAMESPACE" "deployment/$FULLNAME-$1" --replicas "$2"
}
back_up() {
  kubectl create job --namespace "$NAMESPACE" --from "cronjob/$FULLNAME-backup" \
    "$FULLNAME-backup-$(date +%s)"
}

. deploy/runbooks/common.sh
